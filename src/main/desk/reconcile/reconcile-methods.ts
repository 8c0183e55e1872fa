// What the bridge may ask about reports of the gateway: their results, which are matched anew each
// time, pages of their lists, and what people say of lines. MONEY: a report resolves nothing and
// sends nothing; a decision is a word of a person about a line.
import type { Parsed } from '#shared/contract/bridge.ts'
import type { ReportNeed } from '#shared/bridge/today.ts'
import type { ListReport } from '#shared/bridge/lists.ts'
import { fail, ok, type Result } from '#shared/fault.ts'
import { say } from '#shared/message.ts'
import type { Person } from '#shared/people/roll.ts'
import { rightsHeld } from '#shared/people/own-roles.ts'
import {
  decidedIn,
  type Decision,
  isCounted,
  lineOfAside,
  lineOfPile,
  mostListed,
  type ReconcileOutput,
  type ReportedRefund,
  type ReconciliationView,
  type ShownPile,
  wholePiles,
} from '#shared/reconcile/reconcile-methods.ts'
import { reconciliationSubject } from '#shared/reconcile/reconciliation-subject.ts'
import type { AuditDraft } from '../../ledger/audit/audit.ts'
import type { ListFacts } from '../../ledger/export/list-file.ts'
import type { FoundLine } from '../../ledger/reconcile/reconciled-rows.ts'
import type { ReconciliationRecord } from '../../ledger/reconcile/reconciliation-record.ts'
import type { Reader, RunOptions } from '../../ledger/worker/reader.ts'
import type { Desk, ShellPorts } from '../base/desk.ts'
import {
  matchedOtherwise,
  noConnection,
  noReconciliation,
  notMine,
  notPossible,
  signInFirst,
} from '../base/faults.ts'
import type { Jobs } from '../base/jobs.ts'
import type { DeskPorts } from '../base/ports.ts'
import { personNamed } from '../approvals/approval-gate.ts'
import { keepAgain } from './keep-again.ts'
import { keepWhenLookedUp, lookUpOrders, type LookUpParts } from './look-up-orders.ts'
import { isAside, reconciliationView, reportNeed } from './reconciliation-view.ts'

export interface ReconcileParts {
  ports: LookUpParts['ports'] & Pick<DeskPorts, 'roll' | 'signInNumber' | 'orders'>
  reader: Pick<Reader, 'run'>
  asking: LookUpParts['asking']
  shell: Pick<ShellPorts, 'chooseFile'>
  work: Jobs
  /** Work goes on elsewhere: what is asked here writes nothing. */
  hasMoved: () => boolean
  note: (draft: AuditDraft) => void
  save: (
    file: string,
    asked: { id: string; as: 'csv' | 'xlsx' },
    tell: (facts: ListFacts) => void,
    run: Required<RunOptions>,
  ) => Promise<Result<ListReport | null>>
}

export function createReconcileMethods(
  parts: ReconcileParts,
): Pick<Desk, Exclude<keyof ReconcileOutput, 'reconcile:take'>> {
  const { ports, reader } = parts
  const { reconciliations } = ports
  keepWhenLookedUp(parts)
  return {
    'reconcile:list': async () =>
      ok(reconciliations.list(mostListed).map((record) => reconciliationView(record))),
    'reconcile:show': async ({ id }) => {
      const record = reconciliations.get(id)
      if (record === null) return fail(noReconciliation)
      const now = await reader.run('reconciled', { id })
      return ok({ ...reconciliationView(record, now), ...newerReading(parts, record) })
    },
    'reconcile:rows': async (asked) => {
      const page = await reader.run('reconciled-rows', asked)
      return page === undefined ? fail(noReconciliation) : ok(page)
    },
    'reconcile:of-order': (asked) => ofOrder(parts, asked),
    'reconcile:keep': ({ id, digest }) => keep(parts, id, { digest, asker: askerOf(ports) }),
    'reconcile:decide': (asked) => decide(parts, asked),
    'reconcile:agree': (asked) => agree(parts, asked),
    'reconcile:aside': (asked) => setAside(parts, asked),
    'reconcile:look-up': async ({ id }) => {
      const record = reconciliations.get(id)
      return record === null ? fail(noReconciliation) : lookUpOrders(parts, record)
    },
    'reconcile:save': async ({ id, as }) => {
      const record = reconciliations.get(id)
      return record === null ? fail(noReconciliation) : saved(parts, record, as)
    },
  }
}

/** Of reports that Today names as well: what their kept results leave unexplained. */
async function ofOrder(
  parts: ReconcileParts,
  { connectionId, orderid }: Parsed<'reconcile:of-order'>,
): Promise<Result<ReportedRefund[]>> {
  const { ports, reader, hasMoved } = parts
  const connection = ports.connections.find(connectionId)
  if (connection === undefined) return fail(noConnection)
  const service = ports.connections.gatewayOf(connection)
  const ids = ports.reconciliations
    .current()
    .filter((record) => record.service === service && reportNeed(record) !== null)
    .map(({ id }) => id)
  if (ids.length === 0) return ok([])
  const clientOrderid = ports.orders.clientOrderidOf({ service, orderid })
  const refunds = await reader.run('reconciled-of-order', { ids, orderid, clientOrderid })
  // Lists say what the kept results say: these are made anew where the order turns out otherwise.
  if (!hasMoved() && refunds.length > 0 !== ports.orders.isReported({ service, orderid }))
    keepAgain(parts, ({ id }) => ids.includes(id)).catch((error: unknown) =>
      ports.report(`reports-${connectionId}`, error),
    )
  return ok(refunds)
}

/** What Today says of the reports, the newest first. */
export const reportNeeds = ({
  reconciliations,
}: Pick<DeskPorts, 'reconciliations'>): ReportNeed[] =>
  reconciliations.current().flatMap((record) => reportNeed(record) ?? [])

/** Who asked, before anything is waited for: somebody else may sit there, or nobody, behind it. */
interface Asker {
  actor: string
  hasLeft: () => boolean
}

function askerOf({ actor, signInNumber }: ReconcileParts['ports']): Asker {
  const before = signInNumber()
  return { actor: actor(), hasLeft: () => signInNumber() !== before }
}

/** `digest`: of what the person saw; null where they said what changes it. */
async function keep(
  { ports, reader }: ReconcileParts,
  id: string,
  { digest, asker }: { digest: string | null; asker: Asker },
): Promise<Result<ReconciliationView>> {
  const { reconciliations } = ports
  const now = await reader.run('reconciled', { id })
  if (reconciliations.get(id) === null || now === undefined) return fail(noReconciliation)
  if (digest !== null && asker.hasLeft()) return fail(signInFirst)
  if (digest !== null && now.result.digest !== digest) return fail(matchedOtherwise)
  const record = reconciliations.keepResult(id, now.result, asker.actor)
  ports.onChange({ topic: 'reconcile' })
  return ok(reconciliationView(record, now))
}

/** Of a file that was read again, the reading that counts. */
function newerReading(
  { ports: { reconciliations } }: ReconcileParts,
  record: ReconciliationRecord,
): Pick<ReconciliationView, 'replacedBy'> {
  const { id, service, source } = record
  const { bytesSha256, sheet = null } = source
  const counts = reconciliations.ofFile(service, { bytesSha256, sheet })
  return isAside(record) || counts === null || counts.id === id ? {} : { replacedBy: counts.id }
}

/** MONEY: only what the person saw is decided, and only where such a decision may stand. */
async function decide(
  parts: ReconcileParts,
  { id, line, decision, about, reason }: Parsed<'reconcile:decide'>,
): Promise<Result<ReconciliationView>> {
  const { ports } = parts
  const { reconciliations } = ports
  const record = reconciliations.get(id)
  if (record === null) return fail(noReconciliation)
  if (isAside(record)) return fail(isSetAside)
  const asker = askerOf(ports)
  const place = await placeOf(parts, id, line)
  if (asker.hasLeft()) return fail(signInFirst)
  if (place === null || place.about !== about) return fail(matchedOtherwise)
  if ((decision === 'withdrawn') !== (place.decided !== null)) return fail(matchedOtherwise)
  if (decision !== 'withdrawn' && !mayBeSaid(decision, line, place.pile))
    return fail(matchedOtherwise)
  const { actor } = asker
  const broken = brokenRoll(ports)
  if (broken !== null) return fail(notMine(broken))
  const byTwo = takesTwo(decision, place.decided) && othersWhoMay(ports, actor).length > 0
  const said = { line, decision, about, reason, actor, at: ports.clock(), byTwo }
  // A word that is withdrawn counts in no report, also once this one counts no more.
  for (const other of decision === 'withdrawn' ? place.also : []) {
    const word = reconciliations.decision(other.id, other.line)
    if (word === null || word.decision === 'withdrawn') continue
    const { line: at, about: of } = word
    reconciliations.decide(other.id, { ...said, line: at, about: of }, place.pile)
  }
  reconciliations.decide(id, said, place.pile)
  return keep(parts, id, { digest: null, asker })
}

const mayBeSaid = (decision: Exclude<Decision, 'withdrawn'>, line: number, pile: ShownPile) =>
  decidedIn[decision].includes(pile) && (decision === 'accepted') === line <= 0

/**
 * MONEY: what takes a line out of the lists that a person has to look at. Bringing one back takes
 * nobody else. Without its refusal a line is a suggestion again, and no money out that nothing
 * explains.
 */
const takesTwo = (decision: Decision, before: FoundLine['decided']): boolean =>
  outOfSight.has(decision) || (decision === 'withdrawn' && isRefusal(before))
const outOfSight: ReadonlySet<Decision> = new Set(['elsewhere', 'written-off', 'accepted'])
/** A withdrawal that waits is one of a refusal. */
const isRefusal = (before: FoundLine['decided']): boolean =>
  before?.decision === 'refused' || before?.decision === 'withdrawn'

const brokenRoll = ({ roll }: ReconcileParts['ports']): string | null =>
  roll.isOn() ? roll.fault() : null

/** Where nobody else may decide, one person does, and the log says so by naming no second one. */
const othersWhoMay = ({ roll }: ReconcileParts['ports'], actor: string): Person[] =>
  roll.isOn()
    ? [...roll.read().people.values()].filter(
        (one) => one.name !== actor && isElsewhere(one) === false && mayDecide(one),
      )
    : []

const isElsewhere = ({ isElsewhere: is }: Person): boolean => is === true
const mayDecide = (person: Person): boolean => {
  const held = rightsHeld(person)
  return !person.isRemoved && held.has('reports') && held.has('resolve')
}

/** MONEY: where sign-in is on, nobody but one of them agrees. */
const isHere = ({ roll }: ReconcileParts['ports'], actor: string): boolean =>
  !roll.isOn() || personNamed(roll.read().people, actor) !== undefined

/** MONEY: a second person, about the very line that the first one saw. */
async function agree(
  parts: ReconcileParts,
  { id, line, about }: Parsed<'reconcile:agree'>,
): Promise<Result<ReconciliationView>> {
  const { ports } = parts
  const { reconciliations } = ports
  const record = reconciliations.get(id)
  if (record === null) return fail(noReconciliation)
  if (line === lineOfAside) return agreeAside(parts, record, about)
  if (isAside(record)) return fail(isSetAside)
  const asker = askerOf(ports)
  const { actor } = asker
  const place = await placeOf(parts, id, line)
  if (asker.hasLeft() || !isHere(ports, actor)) return fail(signInFirst)
  const said = place?.decided ?? null
  if (place === null || said === null || place.about !== about) return fail(matchedOtherwise)
  if (isCounted(said)) return fail(matchedOtherwise)
  const broken = brokenRoll(ports)
  if (broken !== null) return fail(notMine(broken))
  const own = reconciliations.decision(id, line)
  // MONEY: the same line of two reports may have two authors, and each word waits for another one.
  if (said.actor === actor || own?.actor === actor)
    return fail(notMine(say('reconcile.not-by-yourself')))
  // It may have been said of the same line in another report, or in another reading of its file.
  const word = reconciliations.decision(said.saidIn, said.line)
  if (word === null || word.entry !== said.entry || isCounted(word)) return fail(matchedOtherwise)
  reconciliations.agree(said.saidIn, said.line, { actor, at: ports.clock() })
  return keep(parts, id, { digest: null, asker })
}

const isSetAside = notPossible(say('reconcile.is-aside'))

/** What was said of a line or a list, and what a decision of it would be about. */
async function placeOf(
  { ports, reader }: ReconcileParts,
  id: string,
  line: number,
): Promise<FoundLine | null> {
  if (line > 0) return (await reader.run('reconciled-line', { id, line })) ?? null
  const pile = wholePiles.find((one) => lineOfPile[one] === line)!
  const now = await reader.run('reconciled', { id })
  if (now === undefined) return null
  const { about, said } = now.whole[pile]
  const decided = said === null ? null : ports.reconciliations.decision(id, line)
  return about === '' ? null : { about, pile, decided, also: [] }
}

/**
 * MONEY: a report that is set aside takes its unexplained money out of sight, which takes two
 * people as the same word about a line does. To let it count again takes one.
 */
async function setAside(
  parts: ReconcileParts,
  { id, isAside: isOut, reason }: Parsed<'reconcile:aside'>,
): Promise<Result<ReconciliationView>> {
  const { ports } = parts
  const { reconciliations } = ports
  const record = reconciliations.get(id)
  if (record === null) return fail(noReconciliation)
  if ((record.aside !== null) === isOut) return fail(matchedOtherwise)
  const broken = brokenRoll(ports)
  if (broken !== null) return fail(notMine(broken))
  const actor = ports.actor()
  const byTwo = isOut && othersWhoMay(ports, actor).length > 0
  const waits = byTwo ? ({ waits: true } as const) : {}
  reconciliations.setAside(id, isOut, { actor, at: ports.clock(), reason, ...waits })
  return isAside(record) === isAside(reconciliations.get(id)!)
    ? unmoved(parts, id)
    : matchedAnew(parts, record)
}

async function agreeAside(
  parts: ReconcileParts,
  record: ReconciliationRecord,
  about: string,
): Promise<Result<ReconciliationView>> {
  const { ports } = parts
  const { aside } = record
  if (aside?.waits !== true || aside.about !== about) return fail(matchedOtherwise)
  const actor = ports.actor()
  if (!isHere(ports, actor)) return fail(signInFirst)
  const broken = brokenRoll(ports)
  if (broken !== null) return fail(notMine(broken))
  if (aside.actor === actor) return fail(notMine(say('reconcile.not-by-yourself')))
  ports.reconciliations.agreeAside(record.id, actor)
  return matchedAnew(parts, record)
}

const unmoved = ({ ports }: ReconcileParts, id: string): Result<ReconciliationView> => {
  ports.onChange({ topic: 'reconcile' })
  return ok(reconciliationView(ports.reconciliations.get(id)!))
}

/** Others are matched anew: what its lines took is free for theirs. */
async function matchedAnew(
  parts: ReconcileParts,
  { id, service }: ReconciliationRecord,
): Promise<Result<ReconciliationView>> {
  parts.ports.onChange({ topic: 'reconcile' })
  await keepAgain(parts, (one) => one.service === service)
  return ok(reconciliationView(parts.ports.reconciliations.get(id)!))
}

async function saved(
  { ports, shell, work, note, save }: ReconcileParts,
  { id, source }: ReconciliationRecord,
  as: 'csv' | 'xlsx',
): Promise<Result<ListReport | null>> {
  const actor = ports.actor()
  const day = new Date(ports.clock()).toISOString().slice(0, 10)
  const chosen = await shell.chooseFile({
    title: say('reconcile.export-the-result'),
    suggestedName: `paydesk-reconciliation-${day}.${as}`,
  })
  if (!chosen.ok || chosen.value === null) return chosen.ok ? ok(null) : chosen
  const file = chosen.value
  const tell = (outcome: string, details: Record<string, unknown>): void =>
    note({
      ...{ actor, kind: 'list:exported', outcome },
      ...{ subject: reconciliationSubject(id), origin: 'operator' },
      details: { file, as, report: source.name, ...details },
    })
  const noteSaved = ({ rows, bytes, sha256 }: ListFacts): void =>
    tell('ok', { rows, bytes, sha256 })
  const done = await work.run('list', (run) => save(file, { id, as }, noteSaved, run))
  if (!done.ok) tell('failed', { fault: done.fault.message })
  else if (done.value === null) tell('cancelled', {})
  return done
}
