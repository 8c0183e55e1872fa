// Wires people: the roll in the ledger and the keychain, who is signed in, and what locks the desk.
// Called by assemble.ts. It holds no rule of its own; it only connects.
import { randomBytes } from 'node:crypto'
import type { Change } from '#shared/contract/bridge.ts'
import type { Named } from '#shared/contract/method-rights.ts'
import type { Desk, NoticePorts, ShellPorts } from '../../desk/base/desk.ts'
import { guardDesk, mayNot } from '../../desk/people/guard.ts'
import type { ApprovalOutput } from '#shared/approvals/approval-methods.ts'
import type { ApprovalFileOutput } from '#shared/approvals/file-methods.ts'
import type { DeskPorts } from '../../desk/base/ports.ts'
import { createApprovalMethods } from '../../desk/approvals/approval-methods.ts'
import { createSetUpMethods } from '../../desk/connections/set-up/set-up-methods.ts'
import { createApprovalFileMethods, heldFile } from '../../desk/approvals/file-methods.ts'
import { hearInTeam, type TeamApprovalParts } from '../../desk/approvals/in-team/heard.ts'
import { createTeamApprovalMethods } from '../../desk/approvals/in-team/team-approval-methods.ts'
import type { TeamApprovals } from '../../desk/approvals/in-team/team-approvals.ts'
import { runToApprove } from '../../desk/runs/run-ask.ts'
import { countFor } from '../../desk/approvals/approval-said.ts'
import { openApprovals } from '../../ledger/approvals/approvals.ts'
import type { PeopleParts } from '../../desk/people/stating.ts'
import { createPeopleMethods } from '../../desk/people/people-methods.ts'
import { createRoll, type StandingRoll } from '../../desk/people/roll.ts'
import { createSession } from '../../desk/people/session.ts'
import { isOperationId, type OperationId } from '#shared/gateway/operations/index.ts'
import { ok, type Result } from '#shared/fault.ts'
import { say } from '#shared/message.ts'
import type { SetUpOutput } from '#shared/connections/set-up-file.ts'
import type { PeopleOutput } from '#shared/people/people-methods.ts'
import type { Right } from '#shared/people/rights.ts'
import { openPeople, type PeopleStore } from '../../ledger/settings/people.ts'
import type { WrapCost } from '../../vault/passphrase.ts'
import { createPersonKeys } from '../../vault/person-key.ts'
import type { WiredLedger } from '../wire-ledger.ts'
import type { WiredPayments } from '../wire-payments.ts'
import { saveText } from '../../shell/save-text.ts'
import { readApprovalFile, readSetUpFile } from './read-approval-file.ts'

export interface WiredRoll extends Pick<DeskPorts, 'roll' | 'approvals'> {
  standing: StandingRoll
  store: PeopleStore
}

/** Who works here, and what they asked one another for: known before anything can be sent. */
export async function wireRoll(
  { db, audit, vault }: Pick<WiredLedger, 'db' | 'audit' | 'vault'>,
  times: Pick<DeskPorts, 'clock' | 'monotonic'>,
): Promise<WiredRoll> {
  const store = openPeople(db, audit)
  const standing = createRoll({ store, vault, logId: audit.logId, clock: times.clock })
  await standing.reopen()
  return { store, standing, roll: standing, approvals: openApprovals(db, audit, times) }
}

export interface WiredPeople {
  /** Name and id of who is signed in; null where nobody is, or nobody has to be. */
  me(): { id: string; name: string } | null
  /** Why whoever is signed in may not do it, or null. */
  mayNot(right: Right): string | null
  /** For what an administrator does beside the people. */
  parts: PeopleParts
  methods: Pick<Desk, keyof (ApprovalOutput & ApprovalFileOutput & PeopleOutput & SetUpOutput)>
  /** Sign-in is on and nobody is signed in. */
  isLocked(): boolean
  guard(desk: Desk): Desk
  /** The keychain was asked again. */
  reopen(): Promise<void>
  /** Another number with each sign-in and each lock; the same one while sign-in is off. */
  turn(): number
  /** Before the log ends. */
  close(): void
}

export function wirePeople(parts: {
  ledger: WiredLedger
  known: WiredRoll
  payments: WiredPayments
  shell: Pick<ShellPorts, 'ask' | 'whenAway' | 'chooseFile' | 'chooseToOpen'>
  monotonic: () => number
  moved: () => string | null
  /** Somebody left. */
  onLocked: () => void
  forget: () => void
  /** Null on a computer that works alone. */
  team: () => TeamApprovals | null
  cost?: WrapCost | undefined
}): WiredPeople {
  const { ledger, payments, monotonic } = parts
  const { db, vault, note } = ledger
  const { ports } = payments
  const { store, standing: roll } = parts.known
  const { cost, forget } = parts
  const keys = createPersonKeys(vault, { ...(cost === undefined ? {} : { cost }), forget })
  const onChange = (): void => ledger.onChange({ topic: 'people' })
  const session = createSession({
    ...{ roll, store, keys, note, monotonic, report: ports.report },
    onChange: () => {
      onChange()
      heard.turned()
    },
    // MONEY: a review belongs to whoever read it: nobody else confirms it.
    onLocked: () => {
      for (const attemptId of ports.reviews.keys()) ports.cards.drop(attemptId)
      ports.reviews.clear()
      payments.runs.forgetReviews()
      parts.onLocked()
    },
  })
  parts.shell.whenAway((why) => session.lock(why))
  const outside = { shell: parts.shell, note, actor: ports.actor }
  const { shell, team } = parts
  const { heard, ...approvals } = wireApprovals({
    ...{ ports, session, outside, onChange, note, shell, team },
    hasMoved: () => parts.moved() !== null,
  })
  const peopleParts: PeopleParts = {
    ...{ roll, session, keys, randomBytes, onChange, note },
    approvals: approvals.countFor,
    outside,
    hasKeychain: () => vault.kind === 'keychain',
    clock: ports.clock,
    ...{ checked: ports.checked, moved: parts.moved },
  }
  const people = () => [...roll.read().people.values()]
  return {
    me: session.me,
    parts: peopleParts,
    mayNot: (right) => (roll.isOn() ? mayNot([right], { me: session.me, people }) : null),
    methods: {
      ...approvals.methods,
      ...createPeopleMethods(peopleParts),
      ...createSetUpMethods({
        ...{ ports, people: peopleParts, shell: parts.shell, store: ledger.connections },
        ...{ audit: ledger.audit, log: ledger.seal.checkpointer },
        ...{
          readBytes: readSetUpFile,
          writeText: saveText,
          onCommitted: () => ledger.seal.maybe(),
        },
      }),
    },
    // Behind the end nobody hears of anything.
    isLocked: () => !db.open || (roll.isOn() && session.me() === null),
    guard: (desk) =>
      guardDesk(desk, { ...session, isOn: roll.isOn, people, moved: parts.moved }, namedIn(ports)),
    reopen: roll.reopen,
    turn: () => (db.open && roll.isOn() ? session.number() : 0),
    close: () => {
      heard.close()
      session.lock('closed')
    },
  }
}

/** Approvals here, by file and in the team. */
function wireApprovals(
  asked: Pick<
    TeamApprovalParts,
    'session' | 'outside' | 'onChange' | 'shell' | 'team' | 'hasMoved'
  > &
    Pick<WiredLedger, 'note'> & { ports: WiredPayments['ports'] },
) {
  const { ports, session } = asked
  const parts: TeamApprovalParts = {
    ...{ ...asked, held: heldFile(session), report: ports.report },
    ...{ readBytes: readApprovalFile, writeText: saveText },
    runToApprove: (approval) => runToApprove(ports, approval),
  }
  const heard = hearInTeam(parts)
  return {
    heard,
    /** What waits for this person, here and at other computers; null where nothing takes one. */
    countFor: (me: string | null): number | null => {
      const [here, inTeam] = [countFor(ports, me), heard.countFor(me)]
      return here === null ? inTeam : here + (inTeam ?? 0)
    },
    methods: {
      ...createApprovalMethods(parts),
      ...createApprovalFileMethods(parts),
      ...createTeamApprovalMethods(parts, heard),
    },
  }
}

const namedIn = ({ journal, runs, approvals }: WiredPayments['ports']): Named => ({
  operationOfAttempt: (id) => operationIn(journal.get(id)?.operation),
  operationOfRun: (id) => operationIn(runs.get(id)?.operation),
  operationOfApproval: (id) => operationIn(approvals.get(id)?.operation),
})

/** A request of a program that knew more operations can't be sent by this one. */
const operationIn = (name: string | undefined): OperationId | null =>
  name !== undefined && isOperationId(name) ? name : null

/**
 * A box of the system stays open when the desk is locked: what is pressed then is nobody's answer.
 * MONEY: nothing is asked for, changed or saved by whoever comes by.
 */
export function ofWhoAsked(shell: ShellPorts, turn: () => number): ShellPorts {
  const chosen =
    <A extends unknown[]>(choose: (...asked: A) => Promise<Result<string | null>>) =>
    async (...asked: A): Promise<Result<string | null>> => {
      const before = turn()
      const path = await choose(...asked)
      return turn() === before ? path : ok(null)
    }
  return {
    ...shell,
    ask: async (question) => {
      const before = turn()
      const answer = await shell.ask(question)
      return answer === 'yes' && turn() !== before ? 'no' : answer
    },
    chooseExportFolder: chosen(shell.chooseExportFolder),
    chooseFile: chosen(shell.chooseFile),
    chooseToOpen: chosen(shell.chooseToOpen),
    saveText: (file) => {
      const before = turn()
      return shell.saveText({ ...file, mayWrite: () => turn() === before })
    },
    chooseFolder: chosen(shell.chooseFolder),
  }
}

/** What the window may still hear while nobody is signed in: nothing of an order. */
const unlockedTopics: readonly Change['topic'][] = ['people', 'closing', 'update']

export const mayHear = (change: Change, isLocked: boolean): boolean =>
  !isLocked || unlockedTopics.includes(change.topic)

/** Notifications say nothing of what happened while nobody is signed in. */
export const quietNotices = (system: NoticePorts, isLocked: () => boolean): NoticePorts => ({
  ...system,
  show: (notice) =>
    system.show(
      isLocked() ? { ...notice, body: say('people.notice-while-locked'), opens: {} } : notice,
    ),
})
