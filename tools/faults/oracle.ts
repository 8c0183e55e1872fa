// Says what is wrong after a run: the service's own books, the wire, the ledger file and the audit log against each other. It reads
// the ledger as a file, through a connection of its own, when the desk is closed.
import { join } from 'node:path'
import { type AttemptState, isFinal, mayMove } from '#shared/attempt.ts'
import { fingerprintOf, type Observation } from '#shared/gateway/status.ts'
import { type AttemptRow, attemptOf, type SqlRow } from '../../src/main/ledger/attempt-row.ts'
import { type Database, openLedgerReader } from '../../src/main/ledger/open.ts'
import { must } from './lane.ts'
import { check, effectsOf, type Intent, type Run, sentFor } from './run.ts'

export interface Findings {
  doubleEffects: number
  lostIntents: number
  closedWithoutEvidence: number
  problems: string[]
}

const unsent: readonly AttemptState[] = ['DRAFT', 'APPROVED', 'EXPIRED', 'DISCARDED', 'NOT_SENT']

/** Lets everything arrive and settle: whatever is knowable is known afterwards. */
export async function settleAll(run: Run): Promise<void> {
  const { wire, sandbox } = run.lane
  wire.clear()
  sandbox.clearFaults()
  await wire.idle()
  sandbox.advance(20 * 60_000)
  run.time.now += 20 * 60_000
  for (const orderid of run.orders) for (let i = 0; i < 2; i += 1) await check(run, orderid)
  const open = must(await run.desk()['attempt:list']({ isOpen: true }))
  for (const row of open) {
    const intent = run.intents.find((one) => one.attemptId === row.id)
    if (intent === undefined || effectsOf(run, intent).length > 0 || run.random.chance(0.5))
      continue
    const reason = 'the service’s support found nothing of it'
    await run.desk()['attempt:resolve']({ attemptId: row.id, outcome: 'did-not-happen', reason })
  }
}

export async function judgeRun(run: Run): Promise<Findings> {
  const found: Findings = {
    doubleEffects: 0,
    lostIntents: 0,
    closedWithoutEvidence: 0,
    problems: run.problems,
  }
  const log: { outcome: string; words: string } | null = must(await run.desk()['audit:verify']({}))
  if (log?.outcome !== 'intact') found.problems.push(`audit log: ${log?.words}`)
  const states = must(await run.desk()['desk:state']({}))
  await run.close()
  const db = must(openLedgerReader(join(run.folder, 'ledger.sqlite')))
  db.defaultSafeIntegers(true)
  const rows = (db.prepare('SELECT * FROM attempt').all() as SqlRow[]).map(attemptOf)
  const unknown = rows.filter((row) => row.state === 'UNKNOWN').length
  if (states.unknownCount !== unknown)
    found.problems.push(`${unknown} unknown, ${states.unknownCount} shown`)
  for (const intent of run.intents) judgeIntent(run, intent, rows, found)
  for (const row of rows) {
    const trail = trailFault(db, row)
    if (trail !== null) found.problems.push(`${row.id}: ${trail}`)
    const proof = proofFault(db, row)
    if (proof === null) continue
    found.closedWithoutEvidence += 1
    found.problems.push(`${row.id}: ${proof}`)
  }
  judgeSums(run, rows, found)
  db.close()
  judgeOrder(run, found)
  return found
}

function judgeIntent(run: Run, intent: Intent, rows: readonly AttemptRow[], found: Findings): void {
  const effects = effectsOf(run, intent)
  const sent = sentFor(run, intent)
  const row = rows.find((one) => one.id === intent.attemptId)
  const say = (words: string): void => {
    found.problems.push(`${intent.action} ${intent.name} (${row?.state ?? 'no row'}): ${words}`)
  }
  if (effects.length > 1) {
    found.doubleEffects += 1
    say(`${effects.length} effects`)
  }
  if (sent.length > 1) say(`left ${sent.length} times`)
  if (row === undefined) {
    found.lostIntents += 1
    return say('its row is gone')
  }
  if (row.digest !== intent.digest) say('the digest is not the confirmed one')
  for (const { fields } of sent) {
    const wanted = intent.fields.filter((field) => field.name !== 'control')
    if (wanted.some(({ name, value }) => fields[name] !== value))
      say('other fields left than were confirmed')
  }
  const happened = effects.some((effect) => effect.status === 'approved')
  if (unsent.includes(row.state) && (sent.length > 0 || happened)) {
    found.lostIntents += 1
    say('it left the desk')
  }
  switch (row.state) {
    case 'SUCCEEDED':
      return happened ? undefined : say('there is no effect')
    case 'DECLINED':
    case 'FAILED':
      return effects.length === 0 ? undefined : say('there is an effect')
    case 'REJECTED':
      // A service that refuses and does it all the same can't be seen through; its own status gives it away.
      return happened && row.conflict === null
        ? say('there is an effect, and no contradiction is noted')
        : undefined
    case 'RESOLVED_BY_HAND':
      return (row.handOutcome === 'happened') === happened
        ? undefined
        : say('the person was told wrong')
    case 'UNKNOWN':
    case 'ACCEPTED':
      return happened ? say('it took effect and was never settled') : undefined
    case 'SENDING':
    case 'APPROVED':
      return say('it was left behind')
  }
}

/** Every arrow of the row's life is in the log, in order, and is in the table; the last one is where it stands. */
function trailFault(db: Database, row: AttemptRow): string | null {
  const states = db
    .prepare(
      `SELECT outcome FROM audit_entry WHERE kind LIKE 'attempt:%' AND outcome <> 'conflict'
         AND CAST(body AS TEXT) LIKE ? ORDER BY seq`,
    )
    .pluck()
    .all(`%"attemptId":"${row.id}"%`) as AttemptState[]
  if (states[0] !== 'DRAFT') return `its trail begins with ${states[0]}`
  if (states.at(-1) !== row.state) return `its trail ends with ${states.at(-1)}, it is ${row.state}`
  const wrong = states.findIndex((to, at) => at > 0 && !mayMove(states[at - 1]!, to))
  if (wrong > 0) return `${states[wrong - 1]} -> ${states[wrong]} is no arrow`
  if (states.filter((state) => state === 'SENDING').length > 1) return 'it was sent twice'
  return states.slice(0, -1).some(isFinal) ? 'it left a final state' : null
}

/** What settled it must be an answer newer than, and different from, all that was seen before sending; or a person's word. */
function proofFault(db: Database, row: AttemptRow): string | null {
  if (row.state === 'RESOLVED_BY_HAND') return row.handOutcome === null ? 'nobody settled it' : null
  if (row.state !== 'SUCCEEDED' && row.state !== 'DECLINED' && row.state !== 'FAILED') return null
  const before = row.snapshot === null ? null : (JSON.parse(row.snapshot) as Observation)
  if (row.settledBy === null || before === null) return `${row.state} without an answer`
  const prints = db
    .prepare(
      'SELECT seq, fingerprint FROM observation WHERE connection_id = ? AND orderid = ? ORDER BY seq',
    )
    .all(row.connectionId, row.orderid) as { seq: bigint; fingerprint: string }[]
  const by = prints.find((one) => Number(one.seq) === row.settledBy)
  if (by === undefined || row.settledBy <= before.seq) return 'settled by an answer from before'
  const amount =
    before.amount === null ? null : { ...before.amount, minor: BigInt(before.amount.minor) }
  const known = prints.filter((one) => Number(one.seq) <= before.seq).map((one) => one.fingerprint)
  if (![...known, fingerprintOf({ ...before, amount })].includes(by.fingerprint)) return null
  return 'settled by what was known before'
}

/** Per order: never two open, and never more given back or captured than there is. */
function judgeSums(run: Run, rows: readonly AttemptRow[], found: Findings): void {
  for (const orderid of run.orders) {
    const own = rows.filter((row) => row.orderid === orderid)
    const open = own.filter((row) => ['SENDING', 'UNKNOWN', 'ACCEPTED'].includes(row.state))
    if (open.length > 1) found.problems.push(`${open.length} open attempts on ${orderid}`)
    const moves = run.lane.sandbox.transactions(orderid).filter((row) => row.status === 'approved')
    const sum = (types: readonly string[]): number =>
      moves.filter((row) => types.includes(row.type)).reduce((all, row) => all + row.amountMinor, 0)
    const isSale = moves[0]?.type === 'sale'
    if (sum(['capture']) > sum(['preauth']))
      found.problems.push(`more captured than held on ${orderid}`)
    if (sum(['reversal', 'refund']) > (isSale ? sum(['sale']) : sum(['capture'])))
      found.problems.push(`more returned than captured on ${orderid}`)
  }
}

/** Just before money left, its order's status was read. */
function judgeOrder(run: Run, found: Findings): void {
  const { requests } = run.lane.wire
  requests.forEach(({ operation, fields }, at) => {
    if (operation === 'status') return
    const before = requests
      .slice(0, at)
      .findLast((one) => one.fields['orderid'] === fields['orderid'])
    if (before?.operation !== 'status')
      found.problems.push(`a ${operation} left without its status being read again`)
  })
}
