// One walk: a world, its gateway and one program after the other over one ledger. After each step
// the oracle looks, and the state is named by what the ledger, the books and the requests under way
// hold.
import { confirm } from '../../../src/main/desk/payments/send/confirm.ts'
import type { Broken } from './breaks.ts'
import { orderid, openBooks, type Books, type Telling } from './books.ts'
import { faultAfter, openOnes } from './oracle/check-step.ts'
import { cameBack } from './oracle/check-approved.ts'
import { faultOfLeaving } from './oracle/check-sent.ts'
import type { Approval, Row, Sums, Reported, Truth } from './oracle/truth.ts'
import type { WalkLedger } from './ledger.ts'
import { Gone, type Life, type LifePorts, Unwritten, recordsOf, startLife } from './life.ts'
import { limits, names } from './people.ts'
import type { Random } from './random.ts'
import { createTime, type Time } from './time.ts'
import type { Call, Question, Sending } from './wire.ts'
import type { World } from './world.ts'

interface Draft {
  attemptId: string
  token: string
  operation: string
  twins: readonly string[]
  undoMs: number
  confirms: number
  /** Whether it takes the approval of somebody else, and has it. */
  approval: 'none' | 'missing' | 'given'
}

/** A request that nobody waits for any more, and that may still arrive. */
export type Late = Pick<Sending, 'attemptId' | 'operation' | 'fields'>

export interface Walk {
  world: World
  random: Random
  time: Time
  books: Books
  truth: Truth
  ledger: WalkLedger
  life: Life
  rows: readonly Row[]
  approvals: readonly Approval[]
  drafts: Draft[]
  late: Late[]
  /** Reviews that were begun and are not done. */
  reviewing: number
  labels: string[]
  fault: string | null
  /** The answer that the step gave to the desk. */
  answer: Reported | null
  arrows: Set<string>
  start(crashesAfter?: number | null): void
  /** What the product does with a promise of its own ends here. */
  follow(promise: Promise<unknown>): void
  tell(question: Question, telling: Telling): void
  confirm(draft: Draft, seesTwins: boolean, token: string): void
}

const placeOf = { service: 'https://gate.example shop', orderid }

export interface WalkParts {
  world: World
  random: Random
  ledger: WalkLedger
  broken: Broken | null
  onTime: (time: Time) => void
}

export function openWalk({ world, random, ledger, broken, onTime }: WalkParts): Walk {
  const time = createTime()
  onTime(time)
  const books = openBooks(world, random)
  const truth: Truth = {
    booked: books.booked,
    reported: [],
    looks: new Map(),
    sentNumber: new Map(),
    atSending: new Map(),
    sendings: new Map(),
    deeds: {
      confirmed: new Set(),
      undone: new Set(),
      acknowledged: new Map(),
      reviewedBy: new Map(),
      confirmedAt: new Map(),
      waited: new Set(),
      cleared: new Map(),
      decidedAt: new Map(),
      ...{ signed: [], askedAt: new Map(), ended: new Set() },
      wasClockSet: false,
    },
    isPlain: world.ids === 'always' && world.amounts === 'always',
    areRight: world.areRight,
    ignoresNumbers: world.statusBy === 'request' && !world.knowsNumbers,
    closedBy: new Map(),
    standing: world.hasPeople ? { above: random.pick(limits), approvers: names } : null,
    spent: new Map(),
  }
  let numbers = 0
  const records = recordsOf(world)
  const states = new Map<string, string>()
  const onLeaving: LifePorts['onLeaving'] = (connection, { digest }, fields) => {
    const { row, fault } = faultOfLeaving(truth, {
      rows: ledger.rows(),
      approvals: ledger.approvals(),
      fields,
      digest,
      connection: connection.id,
      uncommitted: ledger.depth(),
      isStopped: walk.life.stop !== null,
      wall: time.wall(),
      mono: time.mono(),
    })
    walk.fault ??= fault
    const id = row?.id ?? ''
    truth.sendings.set(id, (truth.sendings.get(id) ?? 0) + 1)
    return id
  }
  const walk: Walk = {
    world,
    random,
    time,
    books,
    truth,
    ledger,
    life: undefined as never,
    rows: [],
    approvals: [],
    drafts: [],
    late: [],
    reviewing: 0,
    labels: [],
    fault: null,
    answer: null,
    arrows: new Set(),
    start: (crashesAfter = null) => {
      walk.drafts = []
      walk.reviewing = 0
      walk.life = startLife({
        ...{ ledger, world, truth, random, time, records, crashesAfter, onLeaving, broken },
        nextNumber: () => (numbers += 1),
        // What had left goes on without the program.
        onGone: (calls) => {
          for (const call of calls)
            if (call.kind === 'sending' && call.outcome === undefined) walk.late.push(call)
        },
        onMoved: ({ id, state }) => {
          walk.arrows.add(`${states.get(id) ?? 'DRAFT'} -> ${state}`)
          states.set(id, state)
          if (state !== 'SENDING') return
          truth.sentNumber.set(id, (numbers += 1))
          truth.atSending.set(id, {
            ...{ reported: truth.reported.length, rows: ledger.rows(), wall: time.wall() },
            ...{ mono: time.mono(), standing: truth.standing },
          })
        },
        onBug: (incident, error) => {
          // Something else settled it first.
          if (!incident.startsWith('outcome-')) walk.fault ??= `${incident}: ${String(error)}`
        },
      })
    },
    follow: (promise) => {
      promise.catch((error: unknown) => {
        if (!(error instanceof Gone || error instanceof Unwritten))
          walk.fault ??= `unexpected: ${String(error)}`
      })
    },
    tell: (question, telling) => {
      const reported: Reported = {
        ...telling,
        order: telling.tx.order,
        asked: question.asked,
        at: time.mono(),
        isDoubtful: false,
      }
      walk.answer = reported
      truth.reported.push(reported)
    },
    confirm: (draft, seesTwins, token) => {
      const { attemptId, undoMs } = draft
      const { deeds } = truth
      draft.confirms += 1
      const twinsSeen = seesTwins ? [...draft.twins] : []
      const isDraft = walk.rows.some(({ id, state }) => id === attemptId && state === 'DRAFT')
      if (token === draft.token && isDraft) {
        deeds.confirmed.add(attemptId)
        deeds.acknowledged.set(attemptId, twinsSeen)
        deeds.confirmedAt.set(attemptId, { wall: time.wall(), mono: time.mono(), undoMs })
      }
      const { ports } = walk.life
      walk.follow(confirm(ports, { attemptId, token, twinsSeen }))
    },
  }
  walk.start()
  return walk
}

const drained = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Lets the product run until it waits for something, and checks what became of it. */
export async function afterStep(walk: Walk): Promise<void> {
  await drained()
  const wasCut = walk.life.disarm() || walk.life.isGone()
  if (wasCut && walk.answer !== null) walk.answer.isDoubtful = true
  if (walk.life.isGone()) restart(walk)
  const { ledger, truth } = walk
  if (ledger.wasWritten() || walk.answer !== null) {
    const answer = walk.answer
    const rows = ledger.rows()
    const before = walk.rows
    walk.rows = rows
    walk.fault ??= cameBack(walk.approvals, ledger.approvals())
    walk.approvals = ledger.approvals()
    walk.fault ??= faultAfter(truth, before, rows, answer, sumsOf(walk))
  }
  walk.answer = null
}

function restart(walk: Walk): void {
  const { random } = walk
  for (let tries = 0; tries === 0 || walk.life.isGone(); tries += 1)
    walk.start(tries < 2 && random.chance(10) ? random.below(3) : null)
}

function sumsOf(walk: Walk): Sums | null {
  if (walk.world.work === 'payouts') return null
  const facts = walk.life.ports.orders.facts(placeOf)
  const minor = (money: { minor: bigint } | null): number | null =>
    money === null ? null : Number(money.minor)
  return {
    captured: minor(facts.captured),
    returned: minor(facts.returned),
    returnable: facts.returnable === null ? null : Number(facts.returnable.minor),
    isDoubtful: facts.uncertainty !== null,
    isContradicted: facts.conflict !== null,
  }
}

/** What is under way, in words that are the same for the same. */
function messageOf(call: Call, walk: Walk): string {
  const place = (id: string): number => walk.rows.findIndex((row) => row.id === id)
  switch (call.kind) {
    case 'question': {
      const { reply } = call
      const reported = typeof reply === 'object' && reply !== null ? reply.text : String(reply)
      return `? ${Object.keys(call.fields).length} ${call.fields.orderid ?? ''} ${reported}`
    }
    case 'sending':
      return `! ${place(call.attemptId)} ${call.outcome?.kind ?? ''}`
    default:
      return call.kind
  }
}

/** Equal for equal states: without times, random ids and counters that only grow. */
export function nameOfState(walk: Walk): string {
  const { world, books, late, drafts, life, ledger, truth } = walk
  const numbers: number[] = []
  const lines = ledger.lines()
  for (const line of lines) numbers.push(Number(line.at(-1) ?? 0))
  for (const call of life.calls) if (call.kind === 'question') numbers.push(call.asked)
  const rank = [...numbers].sort((a, b) => a - b)
  const parts = [
    ...lines.map((line) => {
      const last = line.length - 1
      return `${line.slice(0, last).join(' ')} ${rank.indexOf(Number(line[last] ?? 0))}`
    }),
    ...books.booked.map(
      (tx) => `${tx.kind}${tx.minor}${tx.fate}${tx.date}${Math.min(tx.tellings, 1)}`,
    ),
    ...[...life.calls].map((call) => messageOf(call, walk)),
    ...late.map(({ attemptId }) => `~${walk.rows.findIndex((row) => row.id === attemptId)}`),
    ...life.ports.undo
      .list()
      .map(({ row }) => `u${walk.rows.findIndex(({ id }) => id === row.id)}`),
    `${drafts.length} ${walk.reviewing} ${life.stop === null} ${truth.deeds.undone.size}`,
    Object.values(world).join(),
    JSON.stringify([life.people.me(), truth.standing, life.people.shown.size]),
  ]
  return parts.join('\n')
}

export const isOpenRow = ({ state }: Row): boolean => openOnes.includes(state)
