// Updates, as a person meets them: which feed, what it has, and the press that installs. Setting
// the feed and installing are asked outside the page. MONEY: while a request has no outcome, or
// money is stopped, nothing is installed.
import { say } from '#shared/message.ts'
import type { AuditKind } from '#shared/audit/audit-kinds.ts'
import { fail, inputFault, ok } from '#shared/fault.ts'
import type { UpdateOutput, UpdateView } from '#shared/desktop/updates.ts'
import type { AuditDraft } from '../../ledger/audit/audit.ts'
import type { Updates } from '../../updates/updates.ts'
import { askOutside } from '../base/ask-outside.ts'
import type { Desk, ShellPorts } from '../base/desk.ts'
import type { PaymentPorts } from '../payments/payments.ts'
import { notPossible, peopleNeeded } from '../base/faults.ts'

export interface UpdateParts {
  updates: Updates
  shell: Pick<ShellPorts, 'ask' | 'restart'>
  note: (draft: AuditDraft) => void
  actor: () => string
  /** Why nothing of updates goes on until a person has decided, or null. */
  stopped: () => string | null
}

export const updateEntry = (
  actor: string,
  kind: AuditKind,
  outcome: AuditDraft['outcome'],
  details: AuditDraft['details'],
): AuditDraft => ({ ...{ actor, kind, outcome, details }, origin: 'operator', subject: 'updates' })

export function createUpdateMethods(parts: UpdateParts): Pick<Desk, keyof UpdateOutput> {
  const { updates, note, actor } = parts
  const outside = { ...parts }
  const shown = () => ok(updates.show())
  const unlessStopped = async (act: () => Promise<void>) => {
    const message = parts.stopped()
    if (message !== null) return fail(notPossible(message))
    await act()
    return shown()
  }
  return {
    'update:show': () => Promise.resolve(shown()),

    'update:set-feed': async ({ feed: typed, channel }) => {
      const feed = typed === null ? null : updates.addressOf(typed)
      if (typed !== null && feed === null)
        return fail(inputFault('feed', say('program.update-feed-not-https')))
      const { keySet } = updates.show()
      if (feed !== null && keySet === null)
        return fail(inputFault('feed', say('program.update-no-keys')))
      const asked = await askOutside(outside, 'updates', {
        message:
          feed === null
            ? say('program.switch-updates-off')
            : say('program.take-updates-from-this-feed'),
        detail: feed === null ? [say('program.updates-off-means')] : [feed, channel],
        action:
          feed === null
            ? say('program.switch-updates-off-button')
            : say('program.take-updates-button'),
      })
      if (!asked.ok) return asked
      await updates.setFeed(feed, channel)
      note(updateEntry(actor(), 'update:set', 'ok', { feed, channel }))
      return shown()
    },

    'update:check': () => unlessStopped(updates.check),
    'update:download': () => unlessStopped(updates.download),
    'update:stop': () => {
      updates.stop()
      return Promise.resolve(shown())
    },

    'update:install': async () => {
      const stop = parts.stopped()
      if (stop !== null) return fail(notPossible(stop))
      const { offered, heldUp, phase } = updates.show()
      if (phase !== 'downloaded' || offered === null) return shown()
      if (heldUp !== null) return fail(notPossible(heldUp.message))
      const { version, sha512 } = offered
      const asked = await askOutside(outside, 'updates', {
        message: say('program.install-paydesk-version', { version }),
        detail: [say('program.install-means', { sha512 })],
        action: say('program.install-button'),
      })
      if (!asked.ok) return asked
      // MONEY: something may have become open while the dialog stood there; asked again within.
      await updates.install()
      const stopNow = parts.stopped()
      if (stopNow !== null) return fail(notPossible(stopNow))
      const now = updates.show()
      if (now.phase === 'downloaded' && now.heldUp !== null)
        return fail(notPossible(now.heldUp.message))
      if (now.phase === 'in-place' || now.phase === 'by-person')
        note(updateEntry(actor(), 'update:installed', 'ok', { version, sha512, how: now.phase }))
      return shown()
    },

    'update:restart': () => {
      const { heldUp, phase } = updates.show()
      // MONEY: asked in the same moment in which the end begins, after which nothing is sent.
      if (heldUp !== null) return Promise.resolve(fail(notPossible(heldUp.message)))
      if (phase === 'in-place') parts.shell.restart()
      return Promise.resolve(shown())
    },
  }
}

/** MONEY: why nothing may be installed now, or null. */
export function updateHeldUp({
  journal,
  undo,
  connections,
  moneyStop,
}: Pick<PaymentPorts, 'journal' | 'undo' | 'connections' | 'moneyStop'>): UpdateView['heldUp'] {
  const unknown = journal.count(['UNKNOWN'])
  if (unknown > 0)
    return { at: 'unknown', message: say('program.update-waits-for-unknown', { count: unknown }) }
  const open = journal.count(['APPROVED', 'SENDING', 'ACCEPTED'])
  const waiting = Math.max(open, undo.list().length)
  if (waiting > 0)
    return { at: 'attempts', message: say('program.update-waits-for-requests', { count: waiting }) }
  // A connection that needs sign-in sends nothing, and nothing is wrong with the ledger.
  const isStopped = connections
    .all()
    .some((connection) => ![null, peopleNeeded].includes(moneyStop(connection)))
  return isStopped ? { at: 'log', message: say('program.update-waits-for-a-stop') } : null
}
