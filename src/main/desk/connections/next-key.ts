// The next key of a connection: asked about at the gateway beside the present one, and switched to.
// MONEY: only questions and probes are ever signed by a key that is not the present one.
import { say } from '#shared/message.ts'
import type { ConnectionDetails, KeyAnswer, NextKeyTest } from '#shared/bridge/connections.ts'
import type { Parsed } from '#shared/contract/bridge.ts'
import type { Connection, KeyRole } from '#shared/connections/connection.ts'
import { fail, ok, type Result } from '#shared/fault.ts'
import type { SecretNote } from '../../ledger/settings/secrets.ts'
import { changedMeanwhile, keyElsewhere, noNextKey, notPossible } from '../base/faults.ts'
import { mintId } from '../base/ids.ts'
import type { DeskPorts } from '../base/ports.ts'
import {
  type ConnectionParts,
  detailsOf,
  entry,
  noteKey,
  ownConnection,
  placeOf,
  tamperingFault,
} from './connection-parts.ts'
import { checkOfProbe, nobodysOrderid, probesOf } from './connection-probes.ts'
import { testReportOf } from './connection-test.ts'
import { askToSwitch, shownOf, slotOf, type StillSo, type WhichKey } from './key-questions.ts'
import { idsFor } from './run-test.ts'

export interface NextKeyParts extends ConnectionParts {
  ports: ConnectionParts['ports'] & Pick<DeskPorts, 'clock' | 'gateway' | 'report'>
}

/** Faults: denied, vault - the next key can't be used on this computer, or is for another place. */
export async function testNext(
  parts: NextKeyParts,
  input: Parsed<'key:test-next'>,
): Promise<Result<NextKeyTest>> {
  const asked = await testOf(parts, input)
  return asked.ok ? ok(asked.value.tested) : asked
}

/** The test, and the key that it was of. Faults: as testNext(). */
async function testOf(
  parts: NextKeyParts,
  { connectionId, which }: Parsed<'key:test-next'>,
): Promise<Result<{ tested: NextKeyTest; note: SecretNote }>> {
  const found = nextKey(parts, connectionId, which)
  if (!found.ok) return found
  const { connection, note } = found.value
  const next = await answerTo(parts, connection, { which, role: 'next' })
  if (!next.ok) return next
  const hasPresent = parts.secrets.find(slotOf({ which, role: 'present' }, connectionId))
  const present =
    hasPresent === undefined ? null : await answerTo(parts, connection, { which, role: 'present' })
  const tested: NextKeyTest = {
    next: next.value,
    present: present === null ? null : present.ok ? present.value : unclear(present.fault.message),
  }
  const still = nextKey(parts, connectionId, which)
  if (!still.ok) return still
  if (still.value.note.fingerprint !== note.fingerprint) return fail(changedMeanwhile)
  const details = {
    ...{ which, fingerprint: shownOf(which, note.fingerprint) },
    ...{ presentKey: tested.present?.verdict ?? null, serverSaid: tested.next.detail },
  }
  parts.commit(
    entry(parts, 'key:next-tested', connectionId, details, outcomes[tested.next.verdict]),
  )
  return ok({ tested, note })
}

const outcomes = { taken: 'good', refused: 'bad', unclear: 'warning' } as const

/**
 * `inTurn`: one change of keys after the other. Faults: denied, vault. Then the present key goes on
 * signing.
 */
export async function switchKey(
  parts: NextKeyParts,
  inTurn: <T>(run: () => Promise<T>) => Promise<T>,
  { connectionId, which }: Parsed<'key:switch'>,
): Promise<Result<ConnectionDetails>> {
  const checked = parts.ports.checked()
  if (checked !== null) await checked
  const refused = tamperingFault(parts)
  if (refused !== null) return refused
  const present = parts.secrets.find(slotOf({ which, role: 'present' }, connectionId))
  // The ledger's own row of it would stay, and name it again at the next start.
  if (present !== undefined && isElsewhere(parts, present)) return fail(keyElsewhere)
  const asking = await testOf(parts, { connectionId, which })
  if (!asking.ok) return asking
  const { next } = asking.value.tested
  if (next.verdict === 'refused') return fail(notPossible(say('keys.next-key-refused')))
  const found = nextKey(parts, connectionId, which)
  if (!found.ok) return found
  const { connection, note } = found.value
  // Whatever waited already goes on before an awaited answer does: the next key may be another.
  if (note.fingerprint !== asking.value.note.fingerprint) return fail(changedMeanwhile)
  const asked = await askToSwitch(parts, connection, which, {
    next: note.fingerprint,
    said: next.verdict === 'taken' ? say('keys.next-key-taken') : say('keys.next-key-unclear'),
  })
  if (!asked.ok) return asked
  return inTurn(() => switched(parts, which, { connectionId, stillSo: asked.value }))
}

async function switched(
  parts: NextKeyParts,
  which: WhichKey,
  { connectionId, stillSo }: { connectionId: string; stillSo: StillSo },
): Promise<Result<ConnectionDetails>> {
  const before = tamperingFault(parts) ?? stillSo()
  if (!before.ok) return before
  const found = nextKey(parts, connectionId, which)
  if (!found.ok) return found
  const { connection, note } = found.value
  const slot = slotOf({ which, role: 'present' }, connectionId)
  const nextSlot = slotOf({ which, role: 'next' }, connectionId)
  const change = await parts.ring.toSwitch(which, connectionId)
  if (!change.ok) return change
  // Asked again: opening the key waited for the keychain.
  const since = stillSo()
  if (!since.ok) {
    await change.value.undo()
    return since
  }
  const retired = parts.secrets.find(slot)
  const details = {
    ...{ which, fingerprint: shownOf(which, note.fingerprint) },
    retired: retired === undefined ? null : shownOf(which, retired.fingerprint),
  }
  try {
    parts.commit(entry(parts, 'key:switched', connectionId, details), () => [
      ...parts.secrets.note(slot, note.fingerprint),
      ...parts.secrets.forget(nextSlot),
    ])
  } catch (error) {
    await change.value.undo()
    // Notes of this run are no part of the transaction.
    if (note.storedIn === 'memory') {
      parts.secrets.note(nextSlot, note.fingerprint)
      if (retired !== undefined) parts.secrets.note(slot, retired.fingerprint)
    }
    throw error
  }
  parts.lost.delete(slot)
  const bound = await parts.ring.bind(slot, placeOf(connection))
  // The new key is in force; what stays behind of the old one signs for nobody.
  const finished = await change.value.finish()
  if (!finished.ok) parts.ports.report('key:finish', new Error(finished.fault.message))
  parts.ports.onChange({ topic: 'app', connectionId })
  return bound.ok ? ok(detailsOf(parts, connection)) : bound
}

/** Faults: denied, vault. */
function nextKey(
  parts: NextKeyParts,
  connectionId: string,
  which: WhichKey,
): Result<{ connection: Connection; note: SecretNote }> {
  const found = ownConnection(parts, connectionId)
  if (!found.ok) return found
  const note = parts.secrets.find(slotOf({ which, role: 'next' }, connectionId))
  if (note === undefined) return fail(noNextKey)
  return isElsewhere(parts, note) ? fail(keyElsewhere) : ok({ connection: found.value, note })
}

const isElsewhere = ({ ring }: NextKeyParts, note: SecretNote): boolean =>
  note.storedIn === 'keychain' && ring.kind === 'memory'

/** One question, signed by this key. Faults: vault. */
async function answerTo(
  parts: NextKeyParts,
  connection: Connection,
  key: { which: WhichKey; role: KeyRole },
): Promise<Result<KeyAnswer>> {
  const { ports } = parts
  // 96 random bits: an order nobody ever made.
  const own = mintId('pd-test-', ports.randomBytes, 12)
  const gateway = ports.gateway(connection.id)
  const probe = probesOf(own).find(({ topic }) => topic === 'rsa')
  if (key.which === 'private' && probe !== undefined) {
    const asked = await gateway.ask(probe.operation, connection, probe.request, key.role)
    noteKey(parts, slotOf(key, connection.id), asked)
    if (!asked.ok && asked.fault.kind === 'vault') return asked
    const { state, message, detail } = checkOfProbe(probe, asked)
    return ok({ verdict: verdicts[state], message, detail })
  }
  const ids = idsFor(connection, { orderid: nobodysOrderid, clientOrderid: own })
  const asked = await gateway.ask('status', connection, ids, key.role)
  noteKey(parts, slotOf(key, connection.id), asked)
  if (!asked.ok && asked.fault.kind === 'vault') return asked
  const report = testReportOf(connection, asked)
  const check = report.checks.find(({ topic }) => topic === 'credentials')
  return check === undefined || check.state === 'unknown'
    ? ok(unclear(report.summary))
    : ok({ verdict: verdicts[check.state], message: check.message, detail: check.detail })
}

const verdicts = {
  good: 'taken',
  bad: 'refused',
  warning: 'unclear',
  unknown: 'unclear',
  unneeded: 'unclear',
} as const

const unclear = (message: string): KeyAnswer => ({ verdict: 'unclear', message, detail: '' })
