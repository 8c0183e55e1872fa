// What an error of SQLite or of the file system says, by its code and its first line. Pure.

import { say } from '#shared/message.ts'
import { codeOf, fail, type Fault, type Result } from '#shared/fault.ts'

export const isDamage = (code: string): boolean =>
  code === 'SQLITE_NOTADB' || code.startsWith('SQLITE_CORRUPT')

export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

export const firstLine = (text: string): string => (text.split('\n')[0] ?? '').slice(0, 300)

/**
 * Errors of the file system and of SQLite are expected here; anything else is a bug and goes on up.
 */
export function attempt<T>(run: () => Result<T>): Result<T> {
  try {
    return run()
  } catch (error) {
    const code = codeOf(error)
    if (code === '') throw error
    return fail(
      stopped(
        say('ledger.the-ledger-cant-be-opened', { firstLine: firstLine(messageOf(error)), code }),
      ),
    )
  }
}

export const stopped = (message: string): Fault => ({
  kind: 'denied',
  sent: 'no',
  reason: 'money-stopped',
  message,
})
