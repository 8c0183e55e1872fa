// Builds the desk from its parts: ledger, connections, payments, sandbox, desk. Called by index.ts
// with Electron's parts and by journeys without a window. It holds no rule of its own; it only says
// in which order the parts begin and end.
import { join } from 'node:path'
import { ok, type Result } from '#shared/fault.ts'
import { drainable, waitAtMost } from './desk/drain.ts'
import type { Desk } from './desk/base/desk.ts'
import { countUnsent } from './desk/payments/send/too-late.ts'
import type { UsedSecret } from './gateway/signing/sign-types.ts'
import type { Notifier } from './desk/notices/notifier.ts'
import { wireNotices } from './composition/desktop/wire-notices.ts'
import type { WrapCost } from './vault/passphrase.ts'
import { placeSandbox, type SandboxHandle } from './composition/sandbox-connection.ts'
import { type WiredConnections, wireConnections } from './composition/wire-connections.ts'
import { type DeskOptions, type WiredDesk, wireDesk } from './wire-desk.ts'
import {
  holdLedger,
  type LedgerOptions,
  type WiredLedger,
  wireLedger,
  type Who,
} from './composition/wire-ledger.ts'
import { waitedFor, type WaitedFor } from './composition/desktop/waited-for.ts'
import type { Payments } from './desk/payments/payments.ts'
import {
  mayHear,
  ofWhoAsked,
  quietNotices,
  type WiredPeople,
  wirePeople,
  wireRoll,
} from './composition/people/wire-people.ts'
import { wireMoving, type WiredMoving } from './composition/moving/wire-moving.ts'
import { movedMessage } from './desk/moving/moved-message.ts'
import { wirePayments } from './composition/wire-payments.ts'
import { type WiredTeam, wireTeam } from './composition/team/wire-team.ts'

export interface AssembleOptions extends LedgerOptions, DeskOptions {
  startSandbox: (dbFile: string) => Promise<SandboxHandle>
  /** Called after each use of a secret. */
  forget?: (used: UsedSecret) => void
  /** What opening a person's key costs; the usual when left out. */
  wrapCost?: WrapCost
  clock?: () => number
}

export interface Assembled {
  desk: Desk
  /**
   * Nothing is confirmed from now on. What was confirmed and is not sent yet: it can be undone, or
   * its order is read once more.
   */
  unsent(): WaitedFor
  /**
   * From now on nothing new is sent, and nothing that can still be undone. What was sent goes on:
   * its answer, or the end of its time, is waited for.
   */
  hold(): WaitedFor
  close(): Promise<void>
}

/**
 * Faults: denied/money-stopped when the ledger can't be opened; everything else is shown on screen
 * by the desk's state.
 */
export async function assemble(given: AssembleOptions): Promise<Result<Assembled>> {
  let notifier: Notifier | null = null
  let people: WiredPeople | null = null
  let moving: WiredMoving | null = null
  const look = (): void => notifier?.look()
  const options: AssembleOptions = {
    ...given,
    shell: ofWhoAsked(given.shell, () => people?.turn() ?? 0),
    onChange: (change) => {
      if (mayHear(change, people?.isLocked() ?? false)) given.onChange(change)
      // How far long work is needs nobody.
      if (change.topic !== 'work') look()
    },
  }
  const { report, reached } = options
  const me = () => people?.me() ?? null
  const who: Who = { name: () => me()?.name ?? options.actor, person: me }
  const clock = options.clock ?? Date.now
  const monotonic = (): number => performance.now()
  const begun = holdLedger(options, clock)
  if (!begun.ok) return begun
  reached?.('held')
  // Its thread starts while the ledger is looked at.
  const starting = options.startSandbox(join(options.folder, 'sandbox.sqlite'))
  // Heard where it is waited for.
  starting.catch(() => undefined)
  const opened = await wireLedger(options, begun.value, { clock, monotonic, who })
  if (!opened.ok) {
    await starting.then((sandbox) => sandbox.close())
    return opened
  }
  const ledger = opened.value
  const [asked, closing] = [new AbortController(), new AbortController()]
  const wired = connectionsOf(options, { ledger, clock, monotonic, closing: closing.signal })
  const known = await wireRoll(ledger, { clock, monotonic })
  const team = await wireTeam(ledger, { actor: who.name, clock, monotonic, report })
  const moved = () => movedMessage(ledger.moved())
  const payments = wirePayments(ledger, {
    team: team.claims,
    onRest: () => team.claims()?.wake(),
    ...{ roll: known.roll, approvals: known.approvals },
    ...{ gateway: wired.gateway, takeTurn: wired.takeTurn, clock, monotonic, report },
    actor: who.name,
    signInNumber: () => people?.turn() ?? 0,
    mayNot: (right) => moved() ?? people?.mayNot(right) ?? null,
    ...{ ending: asked.signal, closing: closing.signal },
  })
  const forget = () => options.forget?.('key')
  people = wirePeople({
    ...{ ledger, known, payments, shell: options.shell, monotonic, cost: options.wrapCost },
    ...{ forget, moved, onLocked: () => moving?.giveUp() },
    team: () => team.claims()?.approvals ?? null,
  })
  ledger.noteOpened()
  payments.recover()
  team.start(payments.ports)
  const sandbox = await starting
  reached?.('sandbox')
  const practice = await practiseWith(sandbox, { options, ledger, wired, people })
  reached?.('practice')
  // Else what is open is followed up where work goes on.
  if (moved() === null) payments.startPolling()
  moving = wireMoving({
    ...{ folder: options.folder, ledger, payments, people: people.parts },
    ...{ shell: options.shell, cost: options.wrapCost, forget },
    isInTeam: () => team.asked.book.membership() !== null,
  })
  const desk = wireDesk({
    ...{ options, ledger, wired, payments, people, team, sandbox, onPreference: look },
    ...{ ...practice, moving: moving.methods, moved },
  })
  const system = quietNotices(options.shell.notices, people.isLocked)
  notifier = wireNotices({ ...desk, ledger, payments, system })
  ledger.readers.wake()
  ledger.startScan()
  notifier.look()
  return ok(
    ending({ ledger, notifier, payments, people, team, desk, sandbox, asked, closing, monotonic }),
  )
}

function connectionsOf(
  options: AssembleOptions,
  parts: Pick<Parameters<typeof wireConnections>[0], 'clock' | 'monotonic' | 'closing'> & {
    ledger: WiredLedger
  },
): WiredConnections {
  const { folder, report, forget } = options
  const { db, audit, vault, connections, seal, onChange } = parts.ledger
  return wireConnections({
    ...{ db, audit, vault, store: connections, folder, environment: process.env },
    ...{ clock: parts.clock, monotonic: parts.monotonic, closing: parts.closing },
    ...{ onChange, report, forget },
    onCommitted: () => seal.maybe(),
  })
}

/** The sandbox as a connection, placed anew whenever the keychain was asked again. */
async function practiseWith(
  sandbox: SandboxHandle,
  parts: {
    options: AssembleOptions
    ledger: WiredLedger
    wired: WiredConnections
    people: WiredPeople
  },
): Promise<{ practiceKeys: () => 'keychain' | 'memory'; reopened: () => Promise<void> }> {
  const { options, ledger, wired } = parts
  const { connections } = ledger
  const place = () => placeSandbox({ sandbox, connections, ...wired, actor: options.actor })
  let keys = await place()
  const reopened = async (): Promise<void> => {
    await ledger.proofs.reopen()
    await parts.people.reopen()
    ledger.check.look()
    keys = await place()
    options.onChange({ topic: 'app' })
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
/** Of the time that is left then, to read the closed file. */
const leavePart = 0.75

function ending(parts: {
  ledger: WiredLedger
  payments: Payments
  people: WiredPeople
  team: WiredTeam
  desk: WiredDesk
  sandbox: SandboxHandle
  notifier: Notifier
  /** Aborted as the end is asked for. */
  asked: AbortController
  closing: AbortController
  monotonic: () => number
}): Assembled {
  const { ledger, payments, monotonic } = parts
  const { desk, end } = drainable(parts.people.guard(parts.desk.desk))
  const holdBack = (): void => {
    parts.asked.abort()
    parts.closing.abort()
    payments.stop()
  }
  return {
    desk,
    unsent: () => {
      parts.asked.abort()
      return waitedFor(() => countUnsent(payments.ports))
    },
    hold: () => {
      holdBack()
      return waitedFor(() => payments.ports.journal.count(['SENDING']))
    },
    close: async () => {
      const givenUpAt = monotonic() + closeMs
      holdBack()
      const scanned = ledger.stopScan()
      parts.notifier.stop()
      const stopped = Promise.all([parts.desk.stop(), parts.team.close()])
      await end(lastCallsMs)
      await waitAtMost(givenUpAt - monotonic() - sealMs, [stopped])
      payments.close()
      parts.people.close()
      ledger.noteClosed()
      await waitAtMost(sealMs, [ledger.seal.close()])
      const leaveMs = (givenUpAt - monotonic()) * leavePart
      await waitAtMost(leaveMs, [ledger.check.leave(leaveMs)])
      const left = givenUpAt - monotonic()
      // Half of it, so that a thread that is held up is gone before the ledger is let go.
      const reading = ledger.readers.close(left / 2)
      await waitAtMost(left, [parts.sandbox.close(), reading, scanned])
      ledger.opened.close()
    },
  }
}
