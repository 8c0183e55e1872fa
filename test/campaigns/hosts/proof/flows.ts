// The flows that are played at every trait. Each acts on an order of its own in the foreign
// gateway's books and ends with what the order's page says.
import type { Order } from '../foreign/books.ts'
import { nobodysAccount } from '../foreign/rules.ts'
import {
  act,
  type Acted,
  clearConflicts,
  type Fields,
  found,
  must,
  Shut,
  type Stage,
  type View,
  wordsOf,
} from './stage.ts'
import { checkPage, falseBelief } from './verdict.ts'

type Flow = (stage: Stage) => Promise<void>

const price = (amount: string): Fields => ({ amount, currency: 'EUR' })
const account: Fields = {
  order_desc: 'Gift for Zoe',
  ipaddress: '203.0.113.7',
  account_number: 'DE89370400440532013000',
}
const customer: Fields = {
  ...{ email: 'zoe@example.org', ipaddress: '203.0.113.7', first_name: 'Zoe', last_name: 'Muller' },
  ...{ address1: '1 High Street', city: 'Berlin', zip_code: '10115', country: 'DE' },
  ...{ phone: '+4930123456', redirect_url: 'https://shop.example/back', order_desc: 'A lamp' },
}
let made = 0

/** A shop's own sale or hold of 1,250.00, which ended before anybody looked. */
function shopOrder({ gateway: { books } }: Stage, type: 'sale' | 'preauth'): Order {
  const order = books.open(`shop-order-2026-${String((made += 1)).padStart(8, '0')}`)
  books.add(order, type, 125_000n, 'approved', books.serial())
  books.pass(120_000)
  return order
}

const idsOf = ({ orderid, clientOrderid }: View): Fields => ({
  orderid,
  client_orderid: clientOrderid,
})
const back = (view: View, amount?: string): Fields => ({
  ...idsOf(view),
  ...(amount === undefined ? {} : price(amount)),
  comment: 'damaged',
})

/** A request that this trait did not let happen has not done what the flow is about. */
function mustHappen({ notes }: Stage, { attempt, call }: Acted): void {
  if (call.transaction === null && call.cardRef === '')
    notes.push(['shut', `refused by the gateway: ${attempt.message}`])
}

const acting = async (
  stage: Stage,
  ...request: Parameters<typeof act> extends [Stage, ...infer R] ? R : never
) => {
  const acted = await act(stage, ...request)
  mustHappen(stage, acted)
  await clearConflicts(stage)
  return acted
}

async function pageOf(stage: Stage, order: Order): Promise<void> {
  const { desk, connectionId, gateway, notes, trait } = stage
  const checked = await desk['order:check']({ connectionId, orderid: order.orderid })
  await clearConflicts(stage)
  const sums = gateway.books.sums(order)
  if (checked.ok) notes.push(...checkPage(trait, checked.value, order, sums))
  else notes.push(['missing', wordsOf(checked.fault)])
}

/** Looks an order up, acts on it and compares its page with the books. */
const onOrder =
  (
    type: 'sale' | 'preauth',
    steps: (stage: Stage, view: View, order: Order) => Promise<void>,
  ): Flow =>
  async (stage) => {
    const order = shopOrder(stage, type)
    const view = await found(stage, order)
    await steps(stage, view, order)
    await pageOf(stage, order)
  }

const lookUp: Flow = async (stage) => {
  const { desk, connectionId, notes } = stage
  const order = shopOrder(stage, 'sale')
  const look = (by: 'orderid' | 'client_orderid', value: string) =>
    desk['order:look-up']({ connectionId, by, value })
  const looked = [
    await look('orderid', order.orderid),
    await look('client_orderid', order.clientOrderid),
    // Once both ids are known.
    await look('orderid', order.orderid),
  ]
  const good = looked.filter((one) => one.ok)
  const bad = looked.find((one) => !one.ok)
  const view = good.at(-1)?.value
  if (view === undefined) throw new Shut(bad === undefined ? '' : wordsOf(bad.fault))
  if (bad !== undefined) notes.push(['missing', wordsOf(bad.fault)])
  notes.push(...checkPage(stage.trait, view, order, stage.gateway.books.sums(order)))
  if (!view.actions.return.isPossible) notes.push(['missing', view.actions.return.why])
}

/** Somebody else refunds nearly all of it first. */
const afterColleague = onOrder('sale', async (stage, view, order) => {
  const { desk, connectionId, gateway, notes } = stage
  const { books } = gateway
  const theirs = books.add(order, 'reversal', 124_500n, 'approved', books.serial())
  books.pass(120_000)
  await found(stage, order)
  const review = await desk['attempt:review']({
    connectionId,
    operation: 'return',
    request: back(view, '40.00'),
  })
  if (review.ok) {
    const { warnings, attemptId } = review.value
    must(await desk['attempt:undo']({ attemptId }))
    if (warnings.length > 0) notes.push(['missing', warnings.join(' ')])
    else
      notes.push([falseBelief(stage.trait, theirs.wasTold), 'a refund of 40.00 is offered of 5.00'])
  }
})

const lost = (loss: 'with-effect' | 'without-effect'): Flow =>
  onOrder('sale', async (stage, view) => {
    stage.gateway.loseNext(loss)
    await act(stage, 'return', back(view, '10.50'))
    await clearConflicts(stage)
  })

const payTheLink: Flow = async (stage) => {
  const { gateway, notes } = stage
  await acting(
    stage,
    'sale-form',
    { ...price('27.50'), ...customer },
    (attempt, { transaction }) => {
      if ((attempt.answer['redirect-url'] ?? '') === '')
        notes.push(['missing', `the address of the link is not shown: ${attempt.message}`])
      if (transaction !== null) transaction.endsAt = gateway.books.now()
    },
  )
}

const checkAndPay: Flow = async (stage) => {
  const { attempt } = await acting(stage, 'payout-check', { ...price('26.50'), ...account })
  const { clientOrderid: client_orderid, orderid } = attempt
  await acting(stage, 'payout-pay', { client_orderid, orderid })
}

const keepCard: Flow = onOrder('sale', async (stage, view) => {
  const { desk, connectionId, notes } = stage
  const { attempt } = await acting(stage, 'create-card-ref', idsOf(view))
  const cardrefid = attempt.answer['card-ref-id'] ?? ''
  if (cardrefid === '') return
  const request = { cardrefid }
  const read = await desk['operation:read']({ connectionId, operation: 'get-card-info', request })
  if (!read.ok) notes.push(['missing', wordsOf(read.fault)])
  else if (read.value.answer['last-four-digits'] !== '1111')
    notes.push(['missing', 'the facts of the card are not shown'])
})

export const flows = {
  'look up': lookUp,
  'full refund': onOrder('sale', async (stage, view) => {
    await acting(stage, 'return', back(view))
  }),
  'two parts': onOrder('sale', async (stage, view) => {
    await acting(stage, 'return', back(view, '10.50'))
    await acting(stage, 'return', back(view, '7.25'))
  }),
  'same twice': onOrder('sale', async (stage, view) => {
    await acting(stage, 'return', back(view, '10.50'))
    await acting(stage, 'return', back(view, '10.50'))
  }),
  'capture, refund': onOrder('preauth', async (stage, view) => {
    await acting(stage, 'capture', { ...idsOf(view), ...price('930.50') })
    await acting(stage, 'return', back(view, '5.50'))
  }),
  void: onOrder('preauth', async (stage, view) => {
    await acting(stage, 'void', { ...idsOf(view), comment: 'cancelled' })
  }),
  release: onOrder('preauth', async (stage, view) => {
    await acting(stage, 'return', back(view))
  }),
  declined: onOrder('sale', async (stage, view) => {
    await acting(stage, 'return', back(view, '10.01'))
    await acting(stage, 'return', back(view, '10.50'))
  }),
  'colleague first': afterColleague,
  'lost, done': lost('with-effect'),
  'lost, not done': lost('without-effect'),
  payout: async (stage) => {
    await acting(stage, 'payout', { ...price('25.50'), ...account })
  },
  'check, pay': checkAndPay,
  link: payTheLink,
  card: keepCard,
  'refused payout': async (stage) => {
    const nobody = { ...account, account_number: nobodysAccount }
    await act(stage, 'payout', { ...price('25.50'), ...nobody })
    await clearConflicts(stage)
  },
} satisfies Record<string, Flow>

export type FlowName = keyof typeof flows
export const flowNames = Object.keys(flows) as FlowName[]
