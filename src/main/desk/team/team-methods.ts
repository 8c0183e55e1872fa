// The bridge's methods about the team of this computer: shown, joined by a file that the person
// chose, and left. What is secret goes from the file and from here to the keychain alone.
import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { type Fault, fail, ok, type Result } from '#shared/fault.ts'
import { say } from '#shared/message.ts'
import { groupedFingerprint } from '#shared/people/fingerprint.ts'
import type { TeamOutput, TeamView } from '#shared/team/team-methods.ts'
import type { Membership, TeamBook } from '../../ledger/team/team-book.ts'
import type { Vault } from '../../vault/vault.ts'
import { askOutside, type OutsideParts } from '../base/ask-outside.ts'
import type { Desk, ShellPorts } from '../base/desk.ts'
import { ledgerTampered, notPossible } from '../base/faults.ts'
import { textIn } from '../base/text-in.ts'
import type { DeskPorts } from '../base/ports.ts'
import { publicKeyText } from '../people/public-key.ts'
import { fingerprintOf } from '../people/statements.ts'
import { type JoinFile, readJoinFile } from './join-file.ts'
import { teamKeySlot, teamPasswordSlot, teamPaymentKeySlot } from './team-secrets.ts'

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
  lookAt: (
    file: JoinFile,
    own: { key: string; /** It wrote to this team before. */ isMember?: boolean },
  ) => Promise<Result<readonly string[]>>
  /** Why nothing can be sent now, or null; asks the team's database. */
  standing: () => Promise<Fault | null>
  /** Why this computer can't leave its team now, or null. */
  mayLeave: () => Promise<Fault | null>
  /** Tells the team that this computer is off, where it can be told. */
  sayOff: () => Promise<void>
  /** Why nothing leaves though the ledger knows no team; null where it may. */
  lost: () => Fault | null
  /** Something of this computer's own connections is not through yet. */
  hasOpenWork: () => boolean
  /** A confirmed request has not left yet. */
  isCountingDown: () => boolean
  /** From now on requests are claimed as the ledger says, or not. */
  changed: () => Promise<void>
  onChange: () => void
}

/** Of the team itself; those about orders are in team-order-methods.ts. */
type TeamMethod = Exclude<
  keyof TeamOutput,
  'team:order' | 'team:orders' | 'team:desks' | 'team:release' | 'team:release-payment'
>

export function createTeamMethods(parts: TeamParts): Pick<Desk, TeamMethod> {
  const { book } = parts
  return {
    'team:show': async () => {
      const membership = book.membership()
      if (membership === null) return ok(lostView(parts.lost()))
      const { desk, team, founder, address } = membership
      const { host, database } = address
      const standing = await parts.standing()
      const why = standing?.message ?? null
      const detail = saidOf(standing)
      const founderFingerprint = groupedFingerprint(fingerprintOf(founder.key))
      const place = { host, database, isLost: false }
      return ok({ desk, team, founder: founder.desk, founderFingerprint, ...place, why, detail })
    },
    'team:key': async () => {
      const key = await ownKey(parts.vault, book.membership() === null)
      if (!key.ok) return key
      const publicKey = publicHalf(key.value)
      const fingerprint = groupedFingerprint(fingerprintOf(publicKey))
      return ok({ text: publicKeyText(publicKey), fingerprint })
    },
    'team:join': () => join(parts),
    'team:leave': () => leave(parts),
    'team:renew': () => renew(parts),
    'team:give-up': ({ reason }) => giveUp(parts, reason),
  }
}

async function join(parts: TeamParts): Promise<Result<TeamOutput['team:join']>> {
  const { book, vault, tampering } = parts
  const unready = joinFault(parts)
  if (unready !== null) return fail(unready)
  const file = await chosenFile(parts)
  if (!file.ok || file.value === null) return file.ok ? ok(null) : file
  const key = await ownKey(vault, true)
  if (!key.ok) return key
  const desks = await parts.lookAt(file.value, { key: key.value })
  if (!desks.ok) return desks
  const { membership, password, paymentKey } = file.value
  const asked = await askOutside(parts.outside, 'team', {
    message: say('team.join-question'),
    detail: detailOf(membership, desks.value),
    action: say('team.join-button'),
  })
  if (!asked.ok) return asked
  const found = tampering()
  if (found !== null) return fail(ledgerTampered(found))
  const since = joinFault(parts)
  if (since !== null) return fail(since)
  const before = {
    password: await vault.read(teamPasswordSlot),
    paymentKey: await vault.read(teamPaymentKeySlot),
  }
  const kept = await keep(vault, { password, paymentKey })
  if (!kept.ok) return kept
  let late: Fault | null
  let isIn = false
  try {
    // MONEY: asked once more in the transaction: what began meanwhile has no claim.
    late = book.join(membership, parts.actor(), () => joinFault(parts))
    isIn = late === null
  } finally {
    // The password of a team that was not joined would say that the ledger is an old copy.
    if (!isIn) {
      await putBack(vault, teamPasswordSlot, before.password)
      await putBack(vault, teamPaymentKeySlot, before.paymentKey)
    }
  }
  if (late !== null) return fail(late)
  await parts.changed()
  parts.onChange()
  return ok({ desk: membership.desk })
}

/** Null when the person cancels. */
async function chosenFile(
  parts: Pick<TeamParts, 'shell' | 'readBytes'>,
): Promise<Result<JoinFile | null>> {
  const chosen = await parts.shell.chooseToOpen({ title: say('team.join-title') })
  if (!chosen.ok || chosen.value === null) return chosen.ok ? ok(null) : chosen
  const bytes = await parts.readBytes(chosen.value)
  return bytes.ok ? readJoinFile(textIn(bytes.value) ?? '') : bytes
}

/** A new password of the same login. MONEY: nothing else of the membership is taken from a file. */
async function renew(parts: TeamParts): Promise<Result<TeamOutput['team:renew']>> {
  const { book, vault } = parts
  const membership = book.membership()
  if (membership === null) return fail(notPossible(say('team.is-in-none')))
  const file = await chosenFile(parts)
  if (!file.ok || file.value === null) return file.ok ? ok(null) : file
  const { password, paymentKey, membership: named } = file.value
  const before = await vault.read(teamPaymentKeySlot)
  // MONEY: by another key this computer would claim its payments beside its colleagues.
  const isOtherKey = before.ok && before.value !== paymentKey
  if (!isDeepStrictEqual(named, membership) || isOtherKey)
    return fail(notPossible(say('team.renew-other')))
  const key = await ownKey(vault, false)
  if (!key.ok) return key
  const desks = await parts.lookAt(file.value, { key: key.value, isMember: true })
  if (!desks.ok) return desks
  if (!isDeepStrictEqual(book.membership(), membership))
    return fail(notPossible(say('team.renew-other')))
  const kept = await keep(vault, { password, paymentKey })
  if (!kept.ok) return kept
  const actor = parts.actor()
  const entry = { actor, outcome: 'ok', origin: 'operator', subject: 'team' } as const
  parts.outside.note({ ...entry, kind: 'team:password-taken', details: {} })
  await parts.changed()
  parts.onChange()
  return ok({ desk: membership.desk })
}

/**
 * Leaves a team whose database does not answer any more. MONEY: the keychain goes on knowing of it,
 * so nothing leaves before this computer joins a team, or the person lets it work alone.
 */
async function giveUp(parts: TeamParts, reason: string): Promise<Result<null>> {
  const { book } = parts
  const fault = async (): Promise<Fault | null> => {
    if (book.membership() === null) return notPossible(say('team.is-in-none'))
    if ((await parts.standing()) === null) return notPossible(say('team.still-there'))
    return parts.isCountingDown() ? notPossible(say('team.counts-down')) : null
  }
  const before = await fault()
  if (before !== null) return fail(before)
  const asked = await askOutside(parts.outside, 'team', {
    message: say('team.give-up-question', { team: book.membership()?.team ?? '' }),
    detail: [say('team.give-up-colleagues'), say('team.give-up-sends-nothing')],
    action: say('team.leave-button'),
  })
  if (!asked.ok) return asked
  const found = parts.tampering()
  if (found !== null) return fail(ledgerTampered(found))
  const since = await fault()
  if (since !== null) return fail(since)
  book.leave(parts.actor(), reason)
  await parts.changed()
  parts.onChange()
  return ok(null)
}

function joinFault({ book, hasOpenWork }: TeamParts): Fault | null {
  if (book.membership() !== null) return notPossible(say('team.is-in-one'))
  return hasOpenWork() ? notPossible(say('team.open-work')) : null
}

/**
 * Leaving would end a request that waits for its undo time. MONEY: of a request without an answer
 * nobody could tell afterwards whether the gateway speaks of a colleague's.
 */
const leaveFault = async ({
  isCountingDown,
  mayLeave,
  hasOpenWork,
}: TeamParts): Promise<Fault | null> => {
  const owes = await mayLeave()
  if (owes !== null) return owes
  if (isCountingDown()) return notPossible(say('team.counts-down'))
  return hasOpenWork() ? notPossible(say('team.open-work')) : null
}

const saidOf = (fault: Fault | null): string =>
  fault?.kind === 'denied' ? (fault.detail ?? '') : ''

/** Of a team that the keychain knows and the ledger does not. */
const lostView = (why: Fault | null): TeamView | null =>
  why === null
    ? null
    : {
        ...{ desk: '', team: '', founder: '', founderFingerprint: '', host: '', database: '' },
        ...{ isLost: true, why: why.message, detail: saidOf(why) },
      }

/** MONEY: once it works alone, a colleague's refund would be taken for its own. */
function aloneFault({ book, lost, hasOpenWork }: TeamParts): Fault | null {
  if (lost() === null) return notPossible(say('team.is-in-none'))
  if (book.membership() !== null) return notPossible(say('team.is-in-one'))
  return hasOpenWork() ? notPossible(say('team.open-work')) : null
}

/** The person says that this computer works alone, whatever the keychain knows of a team. */
async function workAlone(parts: TeamParts): Promise<Result<null>> {
  const { book } = parts
  const before = aloneFault(parts)
  if (before !== null) return fail(before)
  const there = await parts.vault.read(teamPasswordSlot)
  if (!there.ok) return there
  const asked = await askOutside(parts.outside, 'team', {
    message: say('team.alone-question'),
    detail: [say('team.alone-about')],
    action: say('team.alone-button'),
  })
  if (!asked.ok) return asked
  const found = parts.tampering()
  if (found !== null) return fail(ledgerTampered(found))
  const since = aloneFault(parts)
  if (since !== null) return fail(since)
  book.leaveUnknown(parts.actor())
  const forgotten = await forget(parts)
  await parts.changed()
  parts.onChange()
  return forgotten
}

/** As it was before. */
const putBack = (vault: Vault, slot: string, before: Result<string>): Promise<Result<null>> =>
  before.ok ? vault.write(slot, before.value) : vault.remove(slot)

/** The password last: it says that this computer belongs to a team. */
async function keep(
  vault: Vault,
  { password, paymentKey }: Pick<JoinFile, 'password' | 'paymentKey'>,
): Promise<Result<null>> {
  const kept = await vault.write(teamPaymentKeySlot, paymentKey)
  return kept.ok ? vault.write(teamPasswordSlot, password) : kept
}

/** What stays behind signs nothing by itself. */
async function forget({ vault }: TeamParts): Promise<Result<null>> {
  const password = await vault.remove(teamPasswordSlot)
  const paymentKey = await vault.remove(teamPaymentKeySlot)
  const key = await vault.remove(teamKeySlot)
  if (!password.ok) return password
  return paymentKey.ok ? key : paymentKey
}

async function leave(parts: TeamParts): Promise<Result<null>> {
  const { book } = parts
  const membership = book.membership()
  if (membership === null) return workAlone(parts)
  const owes = await leaveFault(parts)
  if (owes !== null) return fail(owes)
  const asked = await askOutside(parts.outside, 'team', {
    message: say('team.leave-question', { team: membership.team }),
    detail: [say('team.leave-about')],
    action: say('team.leave-button'),
  })
  if (!asked.ok) return asked
  const found = parts.tampering()
  if (found !== null) return fail(ledgerTampered(found))
  await parts.sayOff()
  // MONEY: a request may have been claimed while the dialog stood open.
  const since = await leaveFault(parts)
  if (since !== null) return fail(since)
  if (book.membership() === null) return fail(notPossible(say('team.is-in-none')))
  book.leave(parts.actor())
  // MONEY: until the keychain knows no team any more, nothing leaves.
  await parts.changed()
  const forgotten = await forget(parts)
  await parts.changed()
  parts.onChange()
  return forgotten
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

/**
 * As PEM. MONEY: what a team let in is not replaced by another one. Faults: vault, not-possible.
 */
async function ownKey(vault: Vault, mayMake: boolean): Promise<Result<string>> {
  if (vault.kind !== 'keychain') return fail(notPossible(say('team.needs-a-keychain')))
  const there = await vault.read(teamKeySlot)
  if (there.ok || there.fault.kind !== 'vault' || there.fault.reason !== 'lost') return there
  if (!mayMake) return there
  const { privateKey } = generateKeyPairSync('ed25519')
  const text = privateKey.export({ format: 'pem', type: 'pkcs8' }) as string
  const kept = await vault.write(teamKeySlot, text)
  // Only what the keychain gives back will be there tomorrow.
  return kept.ok ? vault.read(teamKeySlot) : kept
}

/** 32 bytes, base64. */
const publicHalf = (pem: string): string =>
  createPublicKey(pem).export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64')
