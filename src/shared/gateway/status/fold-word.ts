// What a gateway calls things, compared: one host writes APPROVED, chargeback_reversal or
// Payout-Check where another writes approved, chargeback reversal or payout check. Pure. What is
// shown stays as it was told; only comparisons go by the folded word.

/** Case folded; "-", "_" and blanks are alike. */
export const foldWord = (word: string): string =>
  word
    .trim()
    .toLowerCase()
    .replaceAll(/[-_\s]+/g, ' ')
