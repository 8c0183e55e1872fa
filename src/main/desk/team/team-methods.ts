// The bridge's methods about the team of this computer: shown, joined by a file that the person
// chose, and left. What is secret goes from the file and from here to the keychain alone.
import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { type Fault, fail, ok, type Result } from '#shared/fault.ts'
import { say } from '#shared/message.ts'
import { groupedFingerprint } from '#shared/people/fingerprint.ts'
import type { TeamOutput } from '#shared/team/team-methods.ts'
import type { Membership, TeamBook } from '../../ledger/team/team-book.ts'
import type { Vault } from '../../vault/vault.ts'
import { askOutside, type OutsideParts } from '../base/ask-outside.ts'
import type { Desk, ShellPorts } from '../base/desk.ts'
import { ledgerTampered, notPossible } from '../base/faults.ts'
import type { DeskPorts } from '../base/ports.ts'
import { publicKeyText } from '../people/public-key.ts'
import { fingerprintOf } from '../people/statements.ts'
import { type JoinFile, readJoinFile } from './join-file.ts'
import { teamKeySlot, teamPasswordSlot } from './team-secrets.ts'

export interface TeamParts extends Pick<DeskPorts, 'actor' | 'tampering'> {
  book: TeamBook
  vault: Vault
  shell: Pick<ShellPorts, 'chooseToOpen'>
  outside: OutsideParts
  readBytes: (path: string) => Promise<Result<Uint8Array>>
  /**
   * The computers of a team, as its database tells them to this one. Faults: denied/team-away,
   * not-possible.
   */
  lookAt: (file: JoinFile, own: { key: string }) => Promise<Result<readonly string[]>>
  /** Why nothing can be sent now, or null; asks the team's database. */
  standing: () => Promise<Fault | null>
  /** Why this computer can't leave its team now, or null. */
  mayLeave: () => Promise<Fault | null>
  /** From now on requests are claimed as the ledger says, or not. */
  changed: () => Promise<void>
  onChange: () => void
}

export function createTeamMethods(parts: TeamParts): Pick<Desk, keyof TeamOutput> {
  const { book } = parts
  return {
    'team:show': async () => {
      const membership = book.membership()
      if (membership === null) return ok(null)
      const { desk, team, founder, address } = membership
      const { host, database } = address
      const why = (await parts.standing())?.message ?? null
      const founderFingerprint = groupedFingerprint(fingerprintOf(founder.key))
      return ok({ desk, team, founder: founder.desk, founderFingerprint, host, database, why })
    },
    'team:key': async () => {
      const key = await ownKey(parts.vault)
      if (!key.ok) return key
      const publicKey = publicHalf(key.value)
      const fingerprint = groupedFingerprint(fingerprintOf(publicKey))
      return ok({ text: publicKeyText(publicKey), fingerprint })
    },
    'team:join': () => join(parts),
    'team:leave': () => leave(parts),
  }
}

async function join(parts: TeamParts): Promise<Result<TeamOutput['team:join']>> {
  const { book, vault, tampering } = parts
  if (book.membership() !== null) return fail(notPossible(say('team.is-in-one')))
  const chosen = await parts.shell.chooseToOpen({ title: say('team.join-title') })
  if (!chosen.ok || chosen.value === null) return chosen.ok ? ok(null) : chosen
  const bytes = await parts.readBytes(chosen.value)
  if (!bytes.ok) return bytes
  const file = readJoinFile(Buffer.from(bytes.value).toString('utf8'))
  if (!file.ok) return file
  const key = await ownKey(vault)
  if (!key.ok) return key
  const desks = await parts.lookAt(file.value, { key: key.value })
  if (!desks.ok) return desks
  const { membership, password } = file.value
  const asked = await askOutside(parts.outside, 'team', {
    message: say('team.join-question'),
    detail: detailOf(membership, desks.value),
    action: say('team.join-button'),
  })
  if (!asked.ok) return asked
  const found = tampering()
  if (found !== null) return fail(ledgerTampered(found))
  if (book.membership() !== null) return fail(notPossible(say('team.is-in-one')))
  const kept = await vault.write(teamPasswordSlot, password)
  if (!kept.ok) return kept
  book.join(membership, parts.actor())
  await parts.changed()
  parts.onChange()
  return ok({ desk: membership.desk })
}

async function leave(parts: TeamParts): Promise<Result<null>> {
  const { book } = parts
  const membership = book.membership()
  if (membership === null) return fail(notPossible(say('team.is-in-none')))
  const owes = await parts.mayLeave()
  if (owes !== null) return fail(owes)
  const asked = await askOutside(parts.outside, 'team', {
    message: say('team.leave-question', { team: membership.team }),
    detail: [say('team.leave-about')],
    action: say('team.leave-button'),
  })
  if (!asked.ok) return asked
  const found = parts.tampering()
  if (found !== null) return fail(ledgerTampered(found))
  // A request may have been claimed while the dialog stood open.
  const since = await parts.mayLeave()
  if (since !== null) return fail(since)
  if (book.membership() === null) return fail(notPossible(say('team.is-in-none')))
  book.leave(parts.actor())
  await parts.changed()
  parts.onChange()
  // Of no use any more; what stays behind signs nothing by itself.
  await parts.vault.remove(teamPasswordSlot)
  await parts.vault.remove(teamKeySlot)
  return ok(null)
}

const detailOf = ({ address, desk, founder }: Membership, desks: readonly string[]): string[] => [
  say('team.join-server', { database: address.database, host: address.host }),
  say('team.join-desk', { desk }),
  say('team.join-desks', { desks }),
  say('team.join-founder', {
    founder: founder.desk,
    fingerprint: fingerprintOf(founder.key),
  }),
  say('team.join-compare'),
]

/** As PEM; made when there is none. Faults: vault, input. */
async function ownKey(vault: Vault): Promise<Result<string>> {
  if (vault.kind !== 'keychain') return fail(notPossible(say('team.needs-a-keychain')))
  const there = await vault.read(teamKeySlot)
  if (there.ok || there.fault.kind !== 'vault' || there.fault.reason !== 'lost') return there
  const { privateKey } = generateKeyPairSync('ed25519')
  const text = privateKey.export({ format: 'pem', type: 'pkcs8' }) as string
  const kept = await vault.write(teamKeySlot, text)
  // Only what the keychain gives back will be there tomorrow.
  return kept.ok ? vault.read(teamKeySlot) : kept
}

/** 32 bytes, base64. */
const publicHalf = (pem: string): string =>
  createPublicKey(pem).export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64')
