// A fingerprint of a key as two people read it to each other by telephone. Pure.

/** The first half of it, hex, in eight groups of four. */
export const groupedFingerprint = (fingerprint: string): string =>
  (fingerprint.slice(0, 32).match(/.{4}/g) ?? []).join(' ')
