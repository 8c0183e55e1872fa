// When the ledger can't be written: why, what a person does about it, and that nothing was sent. It
// stops money, except where another program holds the ledger for a moment.
import { say } from '#shared/message.ts'
import { codeOf, fail, type Result } from '#shared/fault.ts'
import { ledgerBusy, ledgerUnwritten } from '../../base/faults.ts'

/** Who hears of it. */
export interface Watchers {
  report: (incident: string, error: unknown) => void
  stopMoney: (message: string) => void
}

export const isBusy = (error: unknown): boolean => /^SQLITE_(BUSY|LOCKED)/.test(codeOf(error))

/** Why the ledger could not be written, and what to do about it before money goes on. */
export function unwritten(error: unknown): string {
  const code = codeOf(error)
  const [why, what] = isBusy(error)
    ? [say('requests.unwritten-busy'), say('requests.unwritten-busy-advice')]
    : code === 'SQLITE_FULL'
      ? [say('requests.unwritten-full'), say('requests.unwritten-full-advice')]
      : [`(${code})`, say('requests.unwritten-advice')]
  return say('requests.unwritten', { why, advice: what })
}

/**
 * MONEY: only for what failed before anything was sent. An error that is not the ledger's is a bug
 * and goes on up.
 */
export function refuseUnwritten(ports: Watchers, incident: string, error: unknown): Result<never> {
  if (!codeOf(error).startsWith('SQLITE_')) throw error
  ports.report(incident, error)
  if (isBusy(error)) return fail(ledgerBusy)
  ports.stopMoney(unwritten(error))
  return fail(ledgerUnwritten(unwritten(error)))
}
