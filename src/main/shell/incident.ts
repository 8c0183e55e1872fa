// A bug leaves one line in a file beside the ledger and on stderr, under the reference the person was shown. What could be a
// secret or a card number is blotted out before it is written.
import { appendFileSync, existsSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { maskCardNumbers } from '#shared/card-number.ts'

const mostBytes = 1_000_000

const namedSecret =
  /\b((?:cvv2?|cvc2?|control|password|passphrase|secret|merchant_control_key|oauth_signature)["']?\s*[=:]\s*["']?)[^\s"'&,;]+/gi

/** What would move a terminal's cursor or begin a line of its own, as its number. */
const plain = (text: string): string =>
  text
    .replace(/\s*[\r\n\u0085\u2028\u2029]+\s*/g, ' | ')
    .replace(/[\p{Cc}\p{Cf}]/gu, (mark) => `\\u{${mark.codePointAt(0)!.toString(16)}}`)

const wordsOf = (error: unknown): string => {
  if (error instanceof Error) return error.stack ?? error.message
  if (typeof error !== 'object' || error === null) return String(error)
  try {
    return JSON.stringify(error)
  } catch (cause) {
    return `An error that has no words: ${String(cause)}`
  }
}

/** Blots out key blocks, named secrets, passwords of addresses, card numbers and long random-looking words. */
export const redact = (text: string): string =>
  maskCardNumbers(
    text
      .replace(/-----BEGIN [^-]+-----[\s\S]*?(-----END [^-]+-----|$)/g, '[key]')
      .replace(namedSecret, '$1[hidden]')
      .replace(/\b(Basic|Bearer)\s+[\w+/=.~-]+/gi, '$1 [hidden]')
      .replace(/:\/\/[^\s/@]*@/g, '://[hidden]@'),
  ).replace(/[A-Za-z0-9+/=_-]{32,}/g, (word) =>
    // Paths of the program's own files are long too, but hardly hold digits.
    word.replace(/\D/g, '').length >= 4 ? '[long word]' : word,
  )

/** One line, whatever the error holds. */
export function incidentLine(incident: string, error: unknown, at: Date): string {
  return `${at.toISOString()} ${incident} ${plain(redact(wordsOf(error)))}`
}

/** `report` for the rest of main. The file is renamed to .old when it is full, so it never fills the disk. */
export function incidentReporter(
  folder: string,
  clock: () => number,
): (incident: string, error: unknown) => void {
  const file = join(folder, 'incidents.log')
  return (incident, error) => {
    const line = incidentLine(incident, error, new Date(clock()))
    process.stderr.write(`${line}\n`)
    try {
      if (existsSync(file) && statSync(file).size > mostBytes) renameSync(file, `${file}.old`)
      appendFileSync(file, `${line}\n`, { mode: 0o600 })
    } catch (cause) {
      // A full disk must not turn a reported bug into a second one.
      process.stderr.write(`The incident could not be written to ${file}: ${String(cause)}\n`)
    }
  }
}

/** A reference short enough to read out: eight letters and digits that can't be mistaken for each other. */
export function incidentReference(randomBytes: (size: number) => Uint8Array): string {
  const letters = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
  return Array.from(randomBytes(8), (byte) => letters[byte % letters.length]).join('')
}
