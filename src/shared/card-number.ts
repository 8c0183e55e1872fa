// What looks like a card number in a text, and how it is masked. Pure; used wherever text is stored, logged or typed. It errs
// towards masking: free text may lose a number that only looks like a card.

// A text is searched for runs of digits, in which up to two spaces or dashes may stand between digits. A run that holds a window of
// 13 to 19 digits that starts with 2 to 6 (the cards' first digits, ISO/IEC 7812) and passes the Luhn check is masked: its first
// six and last four digits stay (PCI DSS 4.0.1, 3.4.1). A run that is longer than a card number (a card number with its expiry
// typed behind it) is masked too.
const DIGIT_RUN = /\d(?:[ \u00a0\u2009\u202f-]{0,2}\d){12,}/g

/** True when the text holds digits that would be masked as a card number. */
export const holdsCardNumber = (text: string): boolean =>
  (text.match(DIGIT_RUN) ?? []).some((run) => hidesCard(digitsIn(run)))

/** Free text with the middle digits of everything that looks like a card number replaced. */
export const maskCardNumbers = (text: string): string =>
  text.replace(DIGIT_RUN, (run) => (hidesCard(digitsIn(run)) ? maskRun(run) : run))

/** First six and last four digits stay, and everything that is no digit. */
export function maskRun(run: string): string {
  const count = digitsIn(run).length
  let seen = 0
  return run.replace(/\d/g, (digit) => {
    seen += 1
    return seen <= 6 || seen > count - 4 ? digit : '•'
  })
}

function hidesCard(text: string): boolean {
  const digits = Uint8Array.from(text, Number)
  for (let start = 0; start + 13 <= digits.length; start += 1) {
    if (digits[start]! < 2 || digits[start]! > 6) continue
    for (let length = 13; length <= 19 && start + length <= digits.length; length += 1)
      if (passesLuhn(digits.subarray(start, start + length))) return true
  }
  return false
}

/** The check digit of card numbers (ISO/IEC 7812-1, annex B), over digits 0 to 9. */
export function passesLuhn(digits: Uint8Array): boolean {
  let sum = 0
  for (let i = 0; i < digits.length; i += 1) {
    const digit = digits[digits.length - 1 - i]!
    const doubled = i % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

export const digitsIn = (text: string): string => text.replace(/\D/g, '')
