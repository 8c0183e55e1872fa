// Refunds of one amount to one customer are found over the whole of a run, by the name, the e-mail
// address or, where nobody is named, the card.
import { expect, it } from 'vitest'
import { openRuns, type Runs } from '../../../../src/main/ledger/runs/runs.ts'
import { tampered } from '../../../fakes/ledger-check.ts'
import { openLog } from '../ledger-rig.ts'

interface Paid {
  answer: Record<string, string>
  cents: number
  isIn?: boolean
}

function runOf(operation: 'return' | 'capture', paid: readonly Paid[]): Runs {
  tampered('orders are there without the look-ups that told of them')
  const { ledger, audit } = openLog()
  const runs = openRuns(ledger.db, audit, () => 1)
  const rows = paid.length
  const asked = { connectionId: 'shop', operation, source: null, depth: 'known' } as const
  runs.create({ ...asked, id: 'run', service: 's', rows, actor: 'ana', continues: null })
  const money = (cents: number) => ({ minor: BigInt(cents), currency: 'EUR', digits: 2 })
  runs.addRows(
    'run',
    paid.map(({ cents }, at) => ({
      ...{ at, line: at + 1, orderid: `${at}`, clientOrderid: '', reason: '', party: null },
      ...{ amount: money(cents), beside: [], meaning: `${at}` },
    })),
  )
  runs.move({ id: 'run', from: ['READ'], to: 'CHECKING', actor: 'ana' })
  runs.noteChecks(
    'run',
    paid.map(({ cents, isIn = true }, at) => ({
      ...{ at, group: 'ready', finding: null, way: 'refund', orderid: `${at}`, askedAt: null },
      ...{ clientOrderid: '', leftMinor: null, wasMade: false, isIn, comment: null },
      moves: money(cents),
    })),
    { actor: 'paydesk', kind: 'run:rows-checked' },
  )
  const add = ledger.db.prepare(
    `INSERT INTO payment_order (connection_id, orderid, client_orderid, phase, status,
       transaction_type, answer, first_seen_at, checked_at)
     VALUES ('shop', ?, '', 'captured', 'approved', 'sale', ?, 1, 1)`,
  )
  for (const [at, { answer }] of paid.entries()) add.run(`${at}`, JSON.stringify(answer))
  return runs
}
const named = (name: string, more = {}) => ({ 'cardholder-name': name, ...more })
const card = { 'card-type': 'VISA', 'last-four-digits': '1111' }
const found = async (...of: Parameters<typeof runOf>) =>
  (await runOf(...of).alike('run')).map(({ amount, rows }) => [amount.minor, rows])

it('by the name, whatever its case, and by the e-mail address beside another name', async () => {
  const paid = [
    { answer: named('ANA G'), cents: 12_000 },
    { answer: named('Ana G'), cents: 12_000 },
    { answer: named('Bo', { email: 'b@shop.example' }), cents: 700 },
    { answer: named('Bo Li', { email: 'B@shop.example' }), cents: 700 },
  ]
  expect(await found('return', paid)).toEqual([
    [12_000n, 2],
    [700n, 2],
  ])
})

it('by the card alone where nobody is named, and not for two people with like cards', async () => {
  const two = [card, card].map((answer) => ({ answer, cents: 500 }))
  expect(await found('return', two)).toEqual([[500n, 2]])
  const others = ['Ana', 'Bo'].map((name) => ({ answer: named(name, card), cents: 500 }))
  expect(await found('return', others)).toEqual([])
})

it('no other amount, no row that is left out, and nothing that is no refund', async () => {
  const one = { answer: named('Ana'), cents: 500 }
  expect(await found('return', [one, { ...one, cents: 501 }])).toEqual([])
  expect(await found('return', [one, { ...one, isIn: false }])).toEqual([])
  expect(await found('capture', [one, one])).toEqual([])
  expect(await found('return', [one, one])).toEqual([[500n, 2]])
})

it('over more rows than one reading takes', async () => {
  const others = Array.from({ length: 4_500 }, (_, at) => ({ answer: named(`n${at}`), cents: 9 }))
  const one = { answer: named('Ana'), cents: 9 }
  expect(await found('return', [one, ...others, one])).toEqual([[9n, 2]])
})
