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
import type { Connection } from '#shared/connections/connection.ts'
import { fail, inputFault, ok, type Result } from '#shared/fault.ts'
import { givableRights, type OwnRole } from '#shared/people/own-roles.ts'
import { say } from '#shared/message.ts'
import type { Parsed } from '#shared/contract/bridge.ts'
import type { Desk } from '../../base/desk.ts'
import { notPossible, signInFirst } from '../../base/faults.ts'
import { meOf, newId } from '../../people/stating.ts'
import { tamperingFault } from '../connection-parts.ts'
import { readSetUp, setUpFault, setUpView } from './read-set-up.ts'
import { hereOf, peopleBroken, type SetUpParts } from './set-up-parts.ts'
import { takeSetUp } from './take-set-up.ts'

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
      if (turn() !== before) return fail(signInFirst)
      const id = newId(parts.people).replace('p-', 'su-')
      held = { id, file: read.value, turn: before }
      return ok(setUpView(id, read.value, here))
    },
    'set-up:take': async ({ setUpId, own }) => {
      const open = held
      return open === null || open.id !== setUpId || open.turn !== turn()
        ? fail(notPossible(say('set-up.gone')))
        : takeSetUp(parts, open.file, own)
    },
  }
}

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

const countsOf = ({ connections, people, limits }: SetUpFile) => ({
  ...{ connections: connections.length, people: people.length, limits: limits.length },
})

const givable = ({ id, name, rights }: OwnRole): NonNullable<SetUpFile['roles']>[number] => ({
  ...{ id, name },
  rights: givableRights.filter((right) => rights.includes(right)),
})

/** An administrator has to sign in where they are one; of others the public half is enough. */
function unsigned(parts: SetUpParts, connections: readonly Connection[]): SetUpFile {
  const { people, limits, ownRoles: all } = parts.people.roll.read()
  return {
    connections: connections.map(({ id: _id, isEmbedded: _isEmbedded, settings, ...facts }) => {
      const { caFile: _caFile, proxyUrl: _proxyUrl, ...shared } = settings
      return { ...facts, settings: shared }
    }),
    ...{ format: 'paydesk-set-up', log: parts.audit.logId, v: 1, signature: '' },
    limits: [...limits],
    people: [...people.values()].flatMap(({ isRemoved, key, name, roles, ownRoles = [] }) => {
      const kept = roles.filter((role) => role !== 'administrator')
      if (isRemoved || kept.length + ownRoles.length === 0) return []
      const own = ownRoles.map(({ id }) => id)
      return [{ key, name, roles: kept, ...(own.length === 0 ? {} : { ownRoles: own }) }]
    }),
    ...(all.length === 0 ? {} : { roles: all.map(givable) }),
    savedAt: parts.ports.clock(),
    signer: { key: parts.log()?.publicKey ?? '', kind: 'log', name: '' },
  }
}

/** By the administrator who is signed in; by the log's key where sign-in is off. */
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
  if (me === null) return fail(signInFirst)
  if ((own ?? '') === '') return fail(inputFault('own', say('people.enter-passphrase')))
  const shown: SetUpFile = {
    ...file,
    signer: { key: me.key, kind: 'administrator', name: me.name },
  }
  const text = Buffer.from(signedSetUp(shown))
  const signature = await people.session.sign(me, 'own', { passphrase: own ?? '', text })
  return signature.ok ? ok({ ...shown, signature: signature.value.toString('base64') }) : signature
}
