// Plays one drawn story with the real desk and the sandbox's books, and looks at the order's page
// after each step.
import { formatMessages } from '#wording/format-messages.ts'
import type { ActionId } from '#shared/gateway/actions.ts'
import { isOpen } from '#shared/attempt.ts'
import type { OperationId } from '#shared/gateway/operations/index.ts'
import type { OrderRow, OrderView, Review } from '#shared/bridge/views.ts'
import { parseAmount } from '#shared/money.ts'
import type { Result } from '#shared/fault.ts'
import { lookUp } from '../../../src/main/desk/lookups/look-up.ts'
import { orderShower } from '../../../src/main/desk/orders/show-order.ts'
import { orderRow } from '../../../src/main/desk/orders/views.ts'
import { resolveAttempt } from '../../../src/main/desk/payments/watch/ask-status.ts'
import { resolveByHand } from '../../../src/main/desk/payments/watch/resolve-by-hand.ts'
import { confirm } from '../../../src/main/desk/payments/send/confirm.ts'
import { reviewRequest } from '../../../src/main/desk/payments/review/review-request.ts'
import { leftAfter, requestOf } from '../../../src/renderer/forms/request.ts'
import { actionsOf } from '../../../src/renderer/messages/orders/primary-action.ts'
import { finalize } from '../../../src/sandbox/events/scheduler.ts'
import { toMajor } from '../../../src/sandbox/http/currency.ts'
import type { FaultKind } from '../../../src/sandbox/book/test-amounts.ts'
import { playHost } from '../../../src/sandbox/hosts/profiles.ts'
import { processingMs } from '../hosts/quick-desk.ts'
import { contradictionsOf, verdictOf } from './contradictions.ts'
import { clearAll, tellTwice } from './clearing.ts'
import type { Play, Stage } from './stage.ts'
import { minorOf, screenOf } from './screen.ts'
import type { Step, Story } from './story.ts'
import { allTold, type Truth } from './truth.ts'

let made = 0

const payer = {
  order_desc: 'A lamp',
  email: 'zoe@example.org',
  ipaddress: '203.0.113.7',
  card_printed_name: 'ZOE MULLER',
  credit_card_number: '4111111111111111',
  expire_month: '12',
  expire_year: '2031',
  cvv2: '123',
}

/** What somebody else sends, with a tool of their own. */
async function sendElsewhere(
  { desk }: Stage,
  connectionId: string,
  operation: OperationId,
  fields: Record<string, string>,
): Promise<void> {
  const connection = desk.ports.connections.find(connectionId)!
  const { amount, currency } = fields
  const money =
    amount === undefined || currency === undefined
      ? null
      : parseAmount(amount, currency, 'iso-4217')
  if (money?.ok === false) throw new Error(JSON.stringify(money.fault))
  const client = desk.ports.gateway(connectionId)
  const built = await client.build(operation, connection, fields, money?.value ?? null)
  if (!built.ok) throw new Error(JSON.stringify(built.fault))
  await client.send(built.value, connection, operation)
}

const wholeOf = ({ hundreds, ends }: Story): number => hundreds * 100 + ends

const amountOf = (story: Story, { share, ends }: { share: number; ends: number }): number =>
  Math.floor((wholeOf(story) * share) / 10_000) * 100 + ends || 1

function pass({ stage: { desk } }: Pick<Play, 'stage'>, ms: number): void {
  desk.context.clock.advance(ms)
  finalize(desk.context, desk.context.clock.book())
}

/** The story's order, made by the shop; null where the gateway did not take it. */
async function begin(stage: Stage, story: Story): Promise<Play> {
  const { desk } = stage
  const { switches, faults } = desk.context
  playHost(switches, hosts[story.host] ?? 'plain')
  switches.set('partial-reversal', story.allowsParts)
  switches.set('partial-capture', story.allowsParts)
  faults.clear()
  stage.question = null
  stage.voice = story.voice
  stage.heldBack.clear()
  stage.cleared.clear()
  stage.lastAnswer = null
  const connectionId = desk.connections[story.statusBy]
  const { money } = desk.ports.connections.find(connectionId)!.settings
  money.restOfHold = story.rest
  money.holdReleasedBy = story.releasedBy
  const client_orderid = `shop-${(made += 1)}`
  const amount = toMajor(wholeOf(story), story.currency)
  const fields = { client_orderid, amount, currency: story.currency, ...payer }
  await sendElsewhere(stage, connectionId, story.kind, fields)
  const order = desk.context.book.orderByClient(client_orderid)!
  return {
    ...{ stage, story, connectionId },
    ids: { client_orderid, orderid: String(order.orderid) },
    serials: new Map(),
    isMisled: false,
    isContested: false,
    reported: [],
  }
}

const hosts: Readonly<Record<string, Parameters<typeof playHost>[1]>> = {
  chained: 'chained',
  'by-request': 'by-request',
  terse: 'terse',
  final: 'declined-at-once',
}

const truthOf = (play: Play): Truth => {
  const { stage, ids, isMisled, isContested, serials } = play
  const { desk, reported, heldBack } = stage
  const orderid = Number(ids.orderid)
  const moves = desk.context.book.transactions(orderid)
  const order = desk.context.book.order(orderid)!
  return {
    ...{
      order,
      moves,
      isMisled,
      isContested,
      reported: reported.byOrder,
      own: new Set(serials.values()),
    },
    isAllTold: allTold(moves, reported.byOrder),
    heldBack: [...heldBack.values()],
  }
}

function shown({
  stage: { desk },
  connectionId,
  ids,
}: Play): { view: OrderView; row: OrderRow } | null {
  const view = orderShower(desk.ports)(connectionId, ids.orderid)
  const record = desk.ports.orders.get(connectionId, ids.orderid)
  return view.ok && record !== null
    ? formatMessages({ view: view.value, row: orderRow(record) })
    : null
}

/** Looks at the page; every contradiction on it is thrown. */
function look(play: Play): OrderView | null {
  const page = shown(play)
  if (page === null) return null
  play.stage.counts.looks += 1
  tell(play, contradictionsOf(page.view, screenOf(page.view, page.row), truthOf(play), play.story))
  return page.view
}

function tell(play: Play, wrong: readonly string[]): void {
  if (wrong.length === 0) return
  const books = truthOf(play).moves.map((one) => `${one.type} ${one.amountMinor} ${one.status}`)
  throw new Error(
    [...wrong, `after ${play.reported.join(', ')}`, `books: ${books.join(', ')}`].join('\n'),
  )
}

/** The page’s own form, reviewed and sent; a shut button is asked for all the same. */
async function act(play: Play, step: Extract<Step, { name: 'act' }>): Promise<void> {
  const { stage, connectionId, story } = play
  const before = shown(play)
  if (before === null) return
  const action = step.action === 'primary' ? actionsOf(before.view)[0].action : step.action
  const draft = {
    isFull: step.share === 0,
    amount: toMajor(amountOf(story, step), story.currency),
    comment: 'damaged',
  }
  const request = requestOf(action, draft, before.view)
  const asking = { connectionId, operation: action, request }
  const review = async () => formatMessages(await reviewRequest(stage.desk.ports, asking))
  const first = await review()
  // What stopped it is news about an earlier request; whoever read that asks again.
  const isNews = !first.ok && first.fault.kind === 'denied' && first.fault.reason === 'told-since'
  const reviewed = isNews ? await review() : first
  // The review has read the status: what it decided by is what the page shows now.
  const view = look(play)
  if (view === null) return
  const asked = request['amount'] === undefined ? null : BigInt(amountOf(story, step))
  const isSame = JSON.stringify(before.view.actions) === JSON.stringify(view.actions)
  tell(play, verdictOf({ view, action, asked, reviewed, truth: truthOf(play) }))
  if (isSame) tell(play, leftWrong(action, draft, view, reviewed))
  if (reviewed.ok) await send(play, reviewed.value, step.fault)
}

/** The sheet and the review name the same remainder. */
function leftWrong(
  action: ActionId,
  draft: Parameters<typeof leftAfter>[1],
  view: OrderView,
  reviewed: Result<Review>,
): string[] {
  if (!reviewed.ok) return []
  const sheet = minorOf(leftAfter(action, draft, view))
  const review = minorOf(reviewed.value.remainingAfter)
  return sheet === review ? [] : [`the sheet leaves ${sheet} and the review ${review} (${action})`]
}

async function send(
  play: Play,
  { attemptId, token, twins, operation }: Review,
  fault: FaultKind | null,
): Promise<void> {
  const { stage, serials } = play
  const { desk } = stage
  if (fault !== null) desk.context.faults.set({ operation, kind: fault, times: 1 })
  const serial = desk.lastSerial()
  const twinsSeen = twins.map(({ id }) => id)
  await confirm(desk.ports, { attemptId, token, twinsSeen })
  desk.context.faults.clear()
  const row = desk.ports.journal.get(attemptId)
  if (row?.sentAt === null) return
  stage.counts.sent += 1
  serials.set(attemptId, serial === desk.lastSerial() ? '' : desk.lastSerial())
}

async function check(play: Play): Promise<void> {
  const { stage, connectionId, ids } = play
  const { ports } = stage.desk
  const open = shown(play)?.view.attempts.find(
    ({ state }) => state === 'ACCEPTED' || state === 'UNKNOWN',
  )
  const row = open === undefined ? null : ports.journal.get(open.id)
  if (row !== null) await resolveAttempt(ports, row, 1)
  else await lookUp(ports, { connectionId, by: 'client_orderid', value: ids.client_orderid })
}

/** MONEY: what is said against the books is a lie, and the page goes by it. */
function resolve(play: Play, isTrue: boolean): void {
  const { stage, serials } = play
  const open = shown(play)?.view.attempts.find(({ state }) => isOpen(state))
  if (open === undefined || open.state === 'SENDING') return
  const serial = serials.get(open.id) ?? ''
  const own = truthOf(play).moves.find(({ requestSerial }) => requestSerial === serial)
  const happened = own !== undefined && own.outcome === 'approved'
  if (!isTrue) play.isMisled = true
  // What the gateway told as on its way is then somebody else's.
  if (happened !== isTrue) serials.delete(open.id)
  resolveByHand(stage.desk.ports, {
    attemptId: open.id,
    outcome: happened === isTrue ? 'happened' : 'did-not-happen',
    reason: 'the bank said so',
    override: 'the customer waits',
  })
}

async function take(play: Play, step: Step): Promise<void> {
  const { stage, connectionId, ids, story } = play
  switch (step.name) {
    case 'act':
      return act(play, step)
    case 'check':
      stage.isLate = step.isLate
      await check(play)
      stage.isLate = false
      return
    case 'settle':
      pass(play, processingMs + 1)
      return check(play)
    case 'time':
      return pass(play, step.ms)
    case 'colleague': {
      const amount = toMajor(amountOf(story, step), story.currency)
      const money = step.share === 0 ? {} : { amount, currency: story.currency }
      const reason = step.action === 'return' ? { comment: 'by a colleague' } : {}
      const fields = { ...ids, ...(step.action === 'void' ? {} : money), ...reason }
      return sendElsewhere(stage, connectionId, step.action, fields)
    }
    case 'question': {
      const last = truthOf(play).moves.at(-1)
      // Banks question what was charged.
      if (last?.status === 'approved' && ['sale', 'capture', 'reversal'].includes(last.type))
        stage.question = { at: last.id, type: step.type, status: step.status }
      return
    }
    case 'hand':
      return resolve(play, step.isTrue)
    case 'twice':
      return tellTwice(reportedOf(play), step.more)
    case 'clear':
      return clearAll(reportedOf(play), step.isOver)
  }
}

const reportedOf = (play: Play): Parameters<typeof clearAll>[0] => ({
  play,
  view: () => shown(play)?.view ?? null,
  moves: () => truthOf(play).moves,
  check: () => check(play),
})

const messageOf = (step: Step): string =>
  Object.values(step)
    .filter((part) => part !== null)
    .join(' ')

export async function playStory(stage: Stage, story: Story): Promise<void> {
  const play = await begin(stage, story)
  pass(play, processingMs + 1)
  for (const [at, step] of story.steps.entries()) {
    if (at === Math.min(story.before, story.steps.length - 1)) await check(play)
    play.reported.push(messageOf(step))
    stage.counts.steps += 1
    await take(play, step)
    look(play)
  }
  await check(play)
  look(play)
}
