// How long the look for twins of a payout holds up the main thread (each review asks three times):
// --payouts of the last 24 hours (10,000 by default), all of one amount, and among them the one
// that is a twin. A smaller number says only that it runs. Says the figure with its goal, and one
// line of JSON at the end.
import { parseArgs } from 'node:util'
import { destinationKeys } from '../src/shared/gateway/twins.ts'
import { twinsOf } from '../src/main/desk/payments/plan/twins.ts'
import { openAudit } from '../src/main/ledger/audit/audit.ts'
import { inTransaction } from '../src/main/ledger/db/open.ts'
import { openJournal } from '../src/main/ledger/journal/journal.ts'
import { openLedger } from '../src/main/ledger/opening/open-ledger.ts'
import type { Change } from '../src/main/ledger/projections/changes.ts'
import { createReport, spreadOf } from './measure.ts'

const { values } = parseArgs({
  options: {
    payouts: { type: 'string', default: '10000' },
    full: { type: 'boolean', default: false },
  },
})
const payouts = Number(values.payouts)
const report = createReport('twins', payouts >= 10_000)

const opened = openLedger({ file: ':memory:', clock: Date.now })
if (!opened.ok) throw new Error(JSON.stringify(opened.fault))
const { db } = opened.value
const audit = openAudit(db, { clock: Date.now, monotonic: Date.now })
const gateway = 'https://gate.example.test shop'

const requestOf = (n: number): Record<string, string> => ({
  account_number: `DE89${String(370_400_440_000_000_000n + BigInt(n) * 7919n)}`,
  account_name: `Zoë Müller ${n}`,
  phone: `+49151${String(2_000_000 + n * 13)}`,
  order_desc: 'Deposit back',
})

const payoutRow = (n: number): Change => [
  'add',
  'attempt',
  {
    ...{
      id: `a-${n}`,
      made_number: n + 1,
      service: gateway,
      connection_id: 'shop',
      endpoint_id: '1144',
    },
    ...{ operation: 'payout', risk: 'money', orderid: String(7_000_000 + n), lock_key: `a-${n}` },
    ...{ client_orderid: `po-${n}`, state: 'SUCCEEDED', amount_minor: 3_000, currency: 'EUR' },
    ...{ digits: 2, is_full: 1, request: requestOf(n), digest: 'd', expires_at: 0, actor: 'ana' },
    ...{ comment: '', seen: '', message: 'w', created_at: Date.now(), sent_at: Date.now() },
    destination_keys: destinationKeys('payout', requestOf(n)),
  },
]

const entry = { actor: 'ana', kind: 'attempt:succeeded', outcome: 'ok', origin: 'desk' } as const
for (let from = 0; from < payouts; from += 500)
  inTransaction(db, () => {
    const rows = Array.from({ length: Math.min(500, payouts - from) }, (_, n) =>
      payoutRow(from + n),
    )
    audit.append({ ...entry, subject: 'log', details: {} }, rows)
  })

const ports = {
  journal: openJournal(db, audit, { clock: Date.now, onMoved: () => undefined }),
  clock: Date.now,
  monotonic: () => performance.now(),
  undo: { list: () => [] },
}
const looked = (n: number): void => {
  const found = twinsOf(ports, {
    operation: 'payout',
    service: gateway,
    goesTo: requestOf(n),
    request: { moves: { minor: 3_000n, currency: 'EUR', digits: 2 } } as never,
  })
  if (!found.some(({ id }) => id === `a-${n}`)) throw new Error(`the twin a-${n} was not found`)
}

/** Processor time: what else the machine does is not in it. */
const times = Array.from({ length: 200 }, (_, nth) => {
  const before = process.threadCpuUsage()
  for (let again = 0; again < 3; again += 1) looked((nth * 7_907) % payouts)
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}).slice(20)
const spread = spreadOf(times)
report.tell(
  `three looks for twins among ${payouts} payouts, p95`,
  spread.p95,
  'ms',
  { below: 5 },
  spread,
)
report.end({ payouts })
opened.value.close()
