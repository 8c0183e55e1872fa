// The bridge's methods about a set-up file: saved here for the next computer, shown whole there,
// and taken in after the system asked. No key and no secret is in it: what is taken in can't send
// before a key is entered.
import {
  mostInSetUp,
  type SetUpFile,
  type SetUpOutput,
  setUpText,
  signedSetUp,
} from '#shared/connections/set-up-file.ts'
import { connectionSettings, type Connection } from '#shared/connections/connection.ts'
import { fail, inputFault, ok, type Result } from '#shared/fault.ts'
import { say } from '#shared/message.ts'
import { quoted } from '#shared/names/unseen.ts'
import type { Parsed } from '#shared/contract/bridge.ts'
import type { AuditLog } from '../../../ledger/audit/audit.ts'
import type { Checkpointer } from '../../../ledger/audit/checkpoint.ts'
import { askOutside } from '../../base/ask-outside.ts'
import type { Desk, ShellPorts } from '../../base/desk.ts'
import { changedMeanwhile, notMine, notPossible } from '../../base/faults.ts'
import type { DeskPorts } from '../../base/ports.ts'
import { meOf, newId, type PeopleParts, stateAsMe } from '../../people/stating.ts'
import {
  type ConnectionParts,
  entry,
  newConnectionId,
  tamperingFault,
} from '../connection-parts.ts'
import { changesOf } from '../connection-rules.ts'
import { spellingOf } from '../weakening.ts'
import {
  draftsOf,
  type Here,
  keyFingerprint,
  newLimits,
  newPeople,
  readSetUp,
  setUpFault,
  setUpView,
  signerName,
  standing,
} from './read-set-up.ts'

export interface SetUpParts extends Pick<ConnectionParts, 'store' | 'commit'> {
  ports: ConnectionParts['ports'] & Pick<DeskPorts, 'clock'>
  people: PeopleParts
  audit: Pick<AuditLog, 'logId' | 'timeline'>
  /** Null while the key of the log can't be used. */
  log: () => Pick<Checkpointer, 'sign' | 'publicKey'> | null
  shell: Pick<ShellPorts, 'chooseFile' | 'chooseToOpen'>
  /** Of a plain file that is not too long. Faults: input on `file`. */
  readBytes: (path: string) => Promise<Result<Uint8Array>>
  /** Whole or not at all; its path. Faults: input on `file`. */
  writeText: (path: string, text: string) => Promise<Result<string>>
}

export function createSetUpMethods(parts: SetUpParts): Pick<Desk, keyof SetUpOutput> {
  /** The file that is open, for whoever opened it. */
  let held: { id: string; file: SetUpFile; turn: number } | null = null
  const turn = (): number => parts.people.session.number()

  return {
    'set-up:save': ({ own }) => save(parts, own),
    'set-up:open': async () => {
      const before = turn()
      const chosen = await parts.shell.chooseToOpen({ title: say('set-up.open-title') })
      if (!chosen.ok || chosen.value === null) return chosen.ok ? ok(null) : chosen
      const bytes = await parts.readBytes(chosen.value)
      const read = bytes.ok ? readSetUp(bytes.value) : bytes
      if (!read.ok) return read
      const here = hereOf(parts)
      const refused = setUpFault(read.value, here)
      if (refused !== null) return refused
      if (turn() !== before) return fail(notMine(say('people.sign-in-first')))
      const id = newId(parts.people).replace('p-', 'su-')
      held = { id, file: read.value, turn: before }
      return ok(setUpView(id, read.value, here))
    },
    'set-up:take': async ({ setUpId, own }) => {
      const open = held
      return open === null || open.id !== setUpId || open.turn !== turn()
        ? fail(notPossible(say('set-up.gone')))
        : take(parts, open.file, own)
    },
  }
}

const hereOf = ({ store, people, audit }: SetUpParts): Here => ({
  ...{ connections: store.all(), roll: people.roll.read(), isOn: people.roll.isOn() },
  taken: audit.timeline('set-up'),
})

/** Faults: input, denied, vault. */
async function save(
  parts: SetUpParts,
  own: Parsed<'set-up:save'>['own'],
): Promise<Result<SetUpOutput['set-up:save']>> {
  const { people, ports } = parts
  // MONEY: what another program wrote is held against the log before it is signed for others.
  const checked = ports.checked()
  if (checked !== null) await checked
  const tampered = tamperingFault(parts) ?? peopleBroken(parts)
  if (tampered !== null) return tampered
  const drafts = parts.store.all().filter(({ isEmbedded }) => !isEmbedded)
  if (drafts.length === 0) return fail(notPossible(say('set-up.nothing-to-save')))
  const { connections: most } = mostInSetUp
  if (drafts.length > most) return fail(notPossible(say('set-up.too-many', { most })))
  const made = await signed(parts, unsigned(parts, drafts), own)
  if (!made.ok) return made
  const chosen = await parts.shell.chooseFile({
    title: say('set-up.save-title'),
    suggestedName: 'paydesk-set-up.json',
  })
  if (!chosen.ok || chosen.value === null) return chosen.ok ? ok(null) : chosen
  const written = await parts.writeText(chosen.value, setUpText(made.value))
  if (!written.ok) return written
  people.note({
    ...{ actor: ports.actor(), kind: 'set-up:saved', outcome: 'ok', origin: 'operator' },
    ...{ subject: 'set-up', details: { file: written.value, ...countsOf(made.value) } },
  })
  return ok({ file: written.value })
}

const peopleBroken = ({ people }: SetUpParts): Result<never> | null => {
  const broken = people.roll.fault()
  return broken === null ? null : fail(notMine(broken))
}

const countsOf = ({ connections, people, limits }: SetUpFile) => ({
  ...{ connections: connections.length, people: people.length, limits: limits.length },
})

/** An administrator has to sign in where they are one; of others the public half is enough. */
function unsigned(parts: SetUpParts, connections: readonly Connection[]): SetUpFile {
  const { people, limits } = parts.people.roll.read()
  return {
    connections: connections.map(({ id: _id, isEmbedded: _isEmbedded, settings, ...facts }) => {
      const { caFile: _caFile, proxyUrl: _proxyUrl, ...shared } = settings
      return { ...facts, settings: shared }
    }),
    ...{ format: 'paydesk-set-up', log: parts.audit.logId, v: 1, signature: '' },
    limits: [...limits],
    people: [...people.values()].flatMap(({ isRemoved, key, name, roles }) => {
      const kept = roles.filter((role) => role !== 'administrator')
      return isRemoved || kept.length === 0 ? [] : [{ key, name, roles: kept }]
    }),
    savedAt: parts.ports.clock(),
    signer: { key: parts.log()?.publicKey ?? '', kind: 'log', name: '' },
  }
}

/** By the administrator who is signed in; by the log's key where people are off. */
async function signed(
  parts: SetUpParts,
  file: SetUpFile,
  own: string | undefined,
): Promise<Result<SetUpFile>> {
  const { people } = parts
  if (!people.roll.isOn()) {
    if (!people.hasKeychain()) return fail(notPossible(say('set-up.needs-a-keychain')))
    const signature = (await parts.log()?.sign(Buffer.from(signedSetUp(file)))) ?? null
    return signature === null
      ? fail(notPossible(say('set-up.log-in-doubt')))
      : ok({ ...file, signature: signature.toString('base64') })
  }
  const me = meOf(people)
  if (me === null) return fail(notMine(say('people.sign-in-first')))
  if ((own ?? '') === '') return fail(inputFault('own', say('people.enter-passphrase')))
  const shown: SetUpFile = {
    ...file,
    signer: { key: me.key, kind: 'administrator', name: me.name },
  }
  const text = Buffer.from(signedSetUp(shown))
  const signature = await people.session.sign(me, 'own', { passphrase: own ?? '', text })
  return signature.ok ? ok({ ...shown, signature: signature.value.toString('base64') }) : signature
}

/** Faults: input, denied, vault. What was taken in before a fault stays; the rest can follow. */
async function take(
  parts: SetUpParts,
  file: SetUpFile,
  own: string | undefined,
): Promise<Result<SetUpOutput['set-up:take']>> {
  const { people, ports, store } = parts
  const checked = ports.checked()
  if (checked !== null) await checked
  const before = people.session.number()
  const refusedNow = (): Result<never> | null =>
    tamperingFault(parts) ?? peopleBroken(parts) ?? setUpFault(file, hereOf(parts))
  const refused = refusedNow()
  if (refused !== null) return refused
  const stood = standingOf(parts)
  const fresh = people.roll.isOn() ? newPeople(file, hereOf(parts)) : []
  const limits = people.roll.isOn() ? newLimits(file, hereOf(parts)) : []
  if (fresh.length + limits.length > 0 && (own ?? '') === '')
    return fail(inputFault('own', say('people.enter-passphrase')))
  const drafts = draftsOf(file).filter((draft) => standing(draft, store.all()) === undefined)
  if (drafts.length + fresh.length + limits.length === 0)
    return fail(notPossible(say('set-up.nothing-new')))
  const asked = await askOutside(people.outside, 'set-up', {
    message: say('set-up.take-this-in', { signer: signerName(file) }),
    detail: [
      say('set-up.signed-by-this-key', { fingerprint: keyFingerprint(file.signer.key) }),
      ...drafts.flatMap((draft) => [placeLine(draft), ...spellingOf(draft)]),
      ...(fresh.length === 0
        ? []
        : [say('set-up.people-added', { names: fresh.map(({ name }) => quoted(name)) })]),
      ...(limits.length === 0 ? [] : [say('set-up.limits-added', { count: limits.length })]),
    ],
    action: say('set-up.take-in'),
  })
  if (!asked.ok) return asked
  // The question stood open: something may have been saved, or found, meanwhile.
  const since = refusedNow()
  if (since !== null) return since
  if (standingOf(parts) !== stood) return fail(changedMeanwhile)
  if (people.session.number() !== before) return fail(notMine(say('people.sign-in-first')))
  for (const draft of drafts) add(parts, draft)
  for (const { key, name, roles } of fresh) {
    const stated = await stateAsMe(people, own ?? '', 'person:added', {
      ...{ kind: 'person', id: newId(people), name, roles, key, isRemoved: false },
      isElsewhere: true,
    })
    if (!stated.ok) return stated
  }
  if (limits.length > 0) {
    const all = [...people.roll.read().limits, ...limits]
    const stated = await stateAsMe(people, own ?? '', 'people:limits-set', {
      ...{ kind: 'limits', limits: all },
    })
    if (!stated.ok) return stated
  }
  const taken = { connections: drafts.length, people: fresh.length, limits: limits.length }
  people.note({
    ...{ actor: ports.actor(), kind: 'set-up:taken', outcome: 'ok', origin: 'operator' },
    subject: 'set-up',
    details: { ...taken, signer: keyFingerprint(file.signer.key), savedAt: file.savedAt },
  })
  people.onChange()
  return ok(taken)
}

/** What a person said yes to is what is done: the same connections, people and limits as then. */
const standingOf = ({ store, people }: SetUpParts): string =>
  JSON.stringify([store.all(), people.roll.read().size, people.roll.isOn()])

const placeLine = ({ name, environment, baseUrl, login }: Connection): string => {
  const place = { name: quoted(name), host: new URL(baseUrl).host, login: quoted(login) }
  return environment === 'production'
    ? say('set-up.a-production-connection', place)
    : say('set-up.a-test-connection', place)
}

function add(parts: SetUpParts, draft: Connection): void {
  const added = {
    ...draft,
    id: newConnectionId(parts),
    settings: connectionSettings.parse(draft.settings),
  }
  const changes = changesOf(undefined, added)
  parts.commit(
    entry(parts, 'connection:created', added.id, { name: added.name, ...changes, from: 'set-up' }),
    () => [parts.store.save(added)],
  )
  parts.ports.onChange({ topic: 'app', connectionId: added.id })
}
