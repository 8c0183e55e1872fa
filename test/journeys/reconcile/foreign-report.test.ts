// Reports that are not what they seem: columns that changed places, kinds and signs turned around,
// amounts after fees or in another unit, another account's or last month's file, a file that was
// cut. No line is matched wrongly, and the first screen names what is wrong.
import { expect, it } from 'vitest'
import type { OrderView } from '#shared/bridge/views.ts'
import type { DoubtKind } from '#shared/reconcile/report-doubts.ts'
import { must, type OpenDesk } from '../story.ts'
import { eachWorld } from '../world.ts'
import { day, knownTo, matched, read, refundedIn, rowsOf, take } from './report-story.ts'

const world = eachWorld(20)
interface Told {
  order: string
  own: string
  kind: 'SALE' | 'REFUND'
  amount: string
  on: string
}
const head = 'Order ID,Merchant order ID,Type,Amount,Currency,Date'
const textOf = ({ order, own, kind, amount, on }: Told): string =>
  [order, own, kind, amount, 'EUR', on].join(',')
/** Practice orders were paid an hour ago: soon after midnight that was the day before. */
const paidOn = new Date(Date.now() - 3_600_000).toISOString().slice(0, 10)
const before = (days: number): string =>
  new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10)

/** Every matched line is the movement that it was made of. */
async function wrongIn(open: OpenDesk, id: string, told: readonly Told[]): Promise<number> {
  const rows = [...(await rowsOf(open, id, 'matched')), ...(await rowsOf(open, id, 'one-id'))]
  return rows.filter(({ line, known }) => {
    const truth = told[line! - 2]!
    const [one] = known
    const kind = truth.kind === 'SALE' ? 'captured' : 'refunded'
    return one?.orderid !== truth.order || one.kind !== kind || one.amount.amount !== truth.amount
  }).length
}

const disguises: [string, DoubtKind, (line: Told, at: number) => Told][] = [
  [
    'the ID columns changed places',
    'swapped-ids',
    (one) => ({ ...one, order: one.own, own: one.order }),
  ],
  [
    'kinds are turned around',
    'turned-kinds',
    (one) => ({ ...one, kind: one.kind === 'SALE' ? 'REFUND' : 'SALE' }),
  ],
  [
    'amounts are after fees',
    'after-fees',
    (one) => ({ ...one, amount: (Number(one.amount) * 0.97).toFixed(2) }),
  ],
  [
    'amounts are in the smallest units',
    'other-unit',
    (one) => ({ ...one, amount: `${Number(one.amount) * 100}.00` }),
  ],
  ['the file is of last month', 'other-days', (one) => ({ ...one, on: before(40) })],
  [
    'the file is of another account',
    'unknown-orders',
    (one, at) => ({ ...one, order: `77${one.order}`, own: `x-${at}` }),
  ],
]

it('are matched without a wrong line, and named by what is wrong with them', async () => {
  const open = await world.start()
  const orders = (await knownTo(world, 6)) as OrderView[]
  await refundedIn(world, open, orders.slice(0, 3))
  const truth = orders.flatMap(({ orderid, clientOrderid }, at): Told[] => {
    const of = { order: orderid, own: clientOrderid }
    const sale: Told = { ...of, kind: 'SALE', amount: '120.00', on: paidOn }
    return at < 3 ? [sale, { ...of, kind: 'REFUND', amount: '1.00', on: day }] : [sale]
  })
  const right = await matched(open, truth.map(textOf), head)
  expect([right.doubts, await wrongIn(open, right.id, truth)]).toEqual([[], 0])
  const setAside = async (id: string): Promise<void> => {
    const reason = 'it was read for a test'
    must(await open.desk['reconcile:aside']({ id, isAside: true, reason }))
  }
  await setAside(right.id)
  const named: DoubtKind[] = []
  for (const [name, kind, disguise] of disguises) {
    const seen = await read(open, truth.map(disguise).map(textOf), head)
    // What no gateway would number so is wrong line by line.
    if (seen.wrongLines > 0) {
      expect([name, seen.wrongLines, (await take(open, seen)).ok]).toEqual([name, 9, false])
      continue
    }
    const view = must(await take(open, seen))!
    expect([name, await wrongIn(open, view.id, truth)]).toEqual([name, 0])
    const kinds = view.doubts.map((one) => one.kind)
    expect([name, kinds]).toEqual([name, expect.arrayContaining([kind])])
    named.push(kind)
    await setAside(view.id)
  }
  expect(named.length).toBeGreaterThan(3)
  // A file that ends early; one that ends within a line is a wrong line before it is matched.
  const cut = await matched(open, truth.slice(0, 4).map(textOf), head)
  expect(cut.doubts.map((one) => one.kind)).toEqual(['many-missing'])
  expect(await wrongIn(open, cut.id, truth)).toBe(0)
  await setAside(cut.id)
  const within = await read(
    open,
    [...truth.slice(0, 4).map(textOf), `${truth[4]!.order},own`],
    head,
  )
  expect(within.wrongLines).toBe(1)
  expect((await take(open, within)).ok).toBe(false)
  // A minus that says the other direction than the kind is wrong, line by line.
  const signs = truth.map((one) =>
    textOf({ ...one, amount: `${one.kind === 'SALE' ? '-' : ''}${one.amount}` }),
  )
  const flipped = await read(open, signs, head)
  expect(flipped.isUsable && flipped.wrongLines === 0).toBe(false)
  // Amounts without any decimals are asked about.
  const bare = truth.map((one) => textOf({ ...one, amount: String(Number(one.amount) * 100) }))
  expect((await read(open, bare, head)).isUsable).toBe(false)
})
