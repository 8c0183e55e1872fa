// Builds the desk from its parts: ledger, connections, payments, sandbox, desk. Called by index.ts
// with Electron's parts and by journeys without a window. It holds no rule of its own; it only says
// in which order the parts begin and end.
import { join } from 'node:path'
import { ok, type Result } from '#shared/fault.ts'
import { drainable, waitAtMost } from '../desk/drain.ts'
import type { Desk } from '../desk/desk.ts'
import type { UsedSecret } from '../gateway/signing/sign-types.ts'
import { placeSandbox, type SandboxHandle } from './sandbox-connection.ts'
import { type WiredConnections, wireConnections } from './wire-connections.ts'
import { type DeskOptions, type WiredDesk, wireDesk } from './wire-desk.ts'
import { type LedgerOptions, type WiredLedger, wireLedger } from './wire-ledger.ts'
import { type WiredPayments, wirePayments } from './wire-payments.ts'

export interface AssembleOptions extends LedgerOptions, DeskOptions {
  startSandbox: (dbFile: string) => Promise<SandboxHandle>
  /** Called after each use of a secret. */
  forget?: (used: UsedSecret) => void
  clock?: () => number
}

export interface Assembled {
  desk: Desk
  close(): Promise<void>
}

/**
 * Faults: denied/money-stopped when the ledger can't be opened; everything else is shown on screen
 * by the desk's state.
 */
export async function assemble(options: AssembleOptions): Promise<Result<Assembled>> {
  const { actor, report } = options
  const clock = options.clock ?? Date.now
  const monotonic = (): number => performance.now()
  const opened = await wireLedger(options, { clock, monotonic })
  if (!opened.ok) return opened
  const ledger = opened.value
  const closing = new AbortController()
  const wired = connectionsOf(options, { ledger, clock, closing: closing.signal })
  const payments = wirePayments(ledger, {
    ...{ gateway: wired.gateway, clock, monotonic, actor, closing: closing.signal, report },
  })
  ledger.noteOpened()
  const { unsent } = payments.recover()
  const sandbox = await options.startSandbox(join(options.folder, 'sandbox.sqlite'))
  const practice = await practiseWith(sandbox, { options, ledger, wired })
  payments.startPolling()
  const desk = wireDesk({ options, ledger, wired, payments, sandbox, unsent, ...practice })
  ledger.readers.wake()
  ledger.startScan()
  return ok(ending({ ledger, payments, desk, sandbox, closing, monotonic }))
}

function connectionsOf(
  options: AssembleOptions,
  parts: { ledger: WiredLedger; clock: () => number; closing: AbortSignal },
): WiredConnections {
  const { folder, report, forget } = options
  const { db, audit, vault, connections, seal, onChange } = parts.ledger
  return wireConnections({
    ...{ db, audit, vault, store: connections, folder, environment: process.env },
    ...{ clock: parts.clock, closing: parts.closing, onChange, report, forget },
    onCommitted: () => seal.maybe(),
  })
}

/** The sandbox as a connection, placed anew whenever the keychain was asked again. */
async function practiseWith(
  sandbox: SandboxHandle,
  parts: { options: AssembleOptions; ledger: WiredLedger; wired: WiredConnections },
): Promise<{ practiceKeys: () => 'keychain' | 'memory'; reopened: () => Promise<void> }> {
  const { options, ledger, wired } = parts
  const { connections } = ledger
  const place = () => placeSandbox({ sandbox, connections, ...wired, actor: options.actor })
  let keys = await place()
  const reopened = async (): Promise<void> => {
    await ledger.rows.reopen()
    keys = await place()
    options.onChange({ topic: 'desk' })
  }
  ledger.whenCompared(
    () => void reopened().catch((error: unknown) => options.report('keychain', error)),
  )
  return { practiceKeys: () => keys, reopened }
}

/** MONEY: less than any system grants a program that ends, so that the seal is never cut off. */
const closeMs = 1_900
/** Time for the calls that a screen made as the window closed. */
const lastCallsMs = 500
/** For the keychain's mark of the log's end. */
const sealMs = 900

function ending(parts: {
  ledger: WiredLedger
  payments: WiredPayments
  desk: WiredDesk
  sandbox: SandboxHandle
  closing: AbortController
  monotonic: () => number
}): Assembled {
  const { ledger, payments, monotonic } = parts
  const { desk, end } = drainable(parts.desk.desk)
  return {
    desk,
    close: async () => {
      const givenUpAt = monotonic() + closeMs
      parts.closing.abort()
      payments.stop()
      ledger.stopScan()
      const stopped = parts.desk.stop()
      await end(lastCallsMs)
      await waitAtMost(givenUpAt - monotonic() - sealMs, [stopped])
      payments.close()
      ledger.noteClosed()
      await waitAtMost(sealMs, [ledger.seal.close()])
      await waitAtMost(givenUpAt - monotonic(), [parts.sandbox.close(), ledger.readers.close()])
      ledger.opened.close()
    },
  }
}
