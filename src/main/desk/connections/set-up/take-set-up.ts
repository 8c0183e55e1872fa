// A set-up file is taken in: asked about, signed by the administrator of this computer, and written
// whole or not at all.
import type { AuditKind } from '#shared/audit/audit-kinds.ts'
import { connectionSettings, type Connection } from '#shared/connections/connection.ts'
import type { SetUpFile, SetUpOutput } from '#shared/connections/set-up-file.ts'
import { fail, inputFault, ok, type Result } from '#shared/fault.ts'
import { apart } from '#shared/people/own-roles.ts'
import { say } from '#shared/message.ts'
import type { MoreWritten } from '../../../ledger/settings/people.ts'
import { changedMeanwhile, notPossible, signInFirst } from '../../base/faults.ts'
import type { Said } from '../../people/roll.ts'
import { fingerprintOf } from '../../people/statements.ts'
import { newId, signedAsMe } from '../../people/stating.ts'
import { entry, newConnectionId, tamperingFault } from '../connection-parts.ts'
import { changesOf } from '../connection-rules.ts'
import { draftsOf, newLimits, newPeople, newRoles, setUpFault, standing } from './read-set-up.ts'
import { hereOf, peopleBroken, type SetUpParts } from './set-up-parts.ts'
import { askToTake, type News } from './set-up-question.ts'

/** Faults: input, denied, vault. */
export async function takeSetUp(
  parts: SetUpParts,
  file: SetUpFile,
  own: string | undefined,
): Promise<Result<SetUpOutput['set-up:take']>> {
  const { people, ports } = parts
  const checked = ports.checked()
  if (checked !== null) await checked
  const before = people.session.number()
  const refused = refusedNow(parts, file)
  if (refused !== null) return refused
  const stood = standingOf(parts)
  const news = newsOf(parts, file)
  const { drafts, fresh, limits, roles } = news
  const statements = fresh.length + limits.length + roles.length
  if (statements > 0 && (own ?? '') === '')
    return fail(inputFault('own', say('people.enter-passphrase')))
  if (drafts.length + statements === 0) return fail(notPossible(say('set-up.nothing-new')))
  // Something may be saved or found, or somebody leave, while a question stands open and while it
  // is signed.
  const changedSince = (): Result<never> | null => {
    const fault = refusedNow(parts, file)
    if (fault !== null) return fault
    if (standingOf(parts) !== stood) return fail(changedMeanwhile)
    return people.session.number() === before ? null : fail(signInFirst)
  }
  const asked = await askToTake(people.outside, file, news)
  if (!asked.ok) return asked
  const since = changedSince()
  if (since !== null) return since
  const signed = await signedAsMe(people, own ?? '', statementsOf(parts, news))
  if (!signed.ok) return signed
  const late = changedSince()
  if (late !== null) return late
  const added = drafts.map((draft) => ({
    ...{ ...draft, id: newConnectionId(parts) },
    settings: connectionSettings.parse(draft.settings),
  }))
  const counted = { connections: drafts.length, people: fresh.length, limits: limits.length }
  const taken = { ...counted, roles: roles.length }
  const kept = await people.roll.state(signed.value, [
    ...added.map((one) => created(parts, one)),
    { draft: takenEntry(parts, file, taken) },
  ])
  parts.onCommitted()
  for (const { id } of added) ports.onChange({ topic: 'app', connectionId: id })
  people.onChange()
  return kept.ok ? ok(taken) : kept
}

const refusedNow = (parts: SetUpParts, file: SetUpFile): Result<never> | null =>
  tamperingFault(parts) ?? peopleBroken(parts) ?? setUpFault(file, hereOf(parts))

/** What a person said yes to is what is done: the same connections, people and limits as then. */
const standingOf = ({ store, people }: SetUpParts): string =>
  JSON.stringify([store.all(), people.roll.read().size, people.roll.isOn()])

function newsOf(parts: SetUpParts, file: SetUpFile): News {
  const here = hereOf(parts)
  return {
    drafts: draftsOf(file, here).filter((draft) => standing(draft, here.connections) === undefined),
    fresh: here.isOn ? newPeople(file, here) : [],
    limits: here.isOn ? newLimits(file, here) : [],
    roles: here.isOn ? newRoles(file, here) : [],
  }
}

function statementsOf(
  { people }: SetUpParts,
  { fresh, limits, roles: added }: News,
): (readonly [AuditKind, Said])[] {
  const all = [...people.roll.read().limits, ...limits]
  return [
    // Before the people who have them.
    ...added.map((role): readonly [AuditKind, Said] => [
      'people:role-set',
      { kind: 'role', ...role, isRemoved: false },
    ]),
    ...fresh.map(({ key, name, roles, ownRoles = [] }): readonly [AuditKind, Said] => [
      'person:added',
      {
        ...{ kind: 'person', id: newId(people), name, key, isRemoved: false },
        ...apart([...roles, ...ownRoles]),
        isElsewhere: true,
      },
    ]),
    ...(limits.length === 0
      ? []
      : [['people:limits-set', { kind: 'limits', limits: all }] as const]),
  ]
}

function created(parts: SetUpParts, added: Connection): MoreWritten {
  const changes = { ...changesOf(undefined, added), from: 'set-up' }
  return {
    draft: entry(parts, 'connection:created', added.id, { name: added.name, ...changes }),
    rows: () => [parts.store.save(added)],
  }
}

const takenEntry = (
  { ports }: SetUpParts,
  file: SetUpFile,
  taken: SetUpOutput['set-up:take'],
): MoreWritten['draft'] => ({
  ...{ actor: ports.actor(), kind: 'set-up:taken', outcome: 'ok', origin: 'operator' },
  subject: 'set-up',
  details: { ...taken, signer: fingerprintOf(file.signer.key), savedAt: file.savedAt },
})
