// The two questions of a start, in the reader's thread: are the tables what the log makes of them,
// and do lists show what follows from the tables.
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { inTransaction } from '../../../../src/main/ledger/db/database.ts'
import { putRight } from '../../../../src/main/ledger/rebuild/put-right.ts'
import {
  type Reader,
  localReader,
  threadReader,
} from '../../../../src/main/ledger/worker/reader.ts'
import { tampered } from '../../../fakes/ledger-check.ts'
import { recordRows } from '../../../fakes/record-rows.ts'
import { newFolder, openLog } from '../ledger-rig.ts'
import { lifeOf, tamper } from './ledger-life.ts'

const entry = new URL('../../../../src/main/ledger/worker/reader-worker.ts', import.meta.url)

async function withThread(file: string, use: (reader: Reader) => Promise<void>): Promise<void> {
  const reports: unknown[] = []
  const report = (incident: string, error: unknown) => void reports.push([incident, error])
  const reader = threadReader({ entry, place: { file, searchFile: null }, report })
  try {
    await use(reader)
  } finally {
    await reader.close(2_000)
  }
  expect(reports).toEqual([])
}

/** So many tags, each with its entry, on one order. */
function tagged(count: number) {
  const file = join(newFolder(), 'ledger.sqlite')
  const { ledger, audit } = openLog({ file, entries: 0 })
  const of = { connection_id: 'c', orderid: '1' }
  recordRows(ledger.db, audit, [
    [
      'add',
      'payment_order',
      {
        ...{ ...of, service: 's', client_orderid: 'x', status: 'approved', answer: {} },
        ...{ transaction_type: 'sale', phase: 'unclear', first_seen_at: 1, checked_at: 1 },
      },
    ],
  ])
  inTransaction(ledger.db, () => {
    for (let n = 1; n < count; n += 1)
      recordRows(ledger.db, audit, [
        ['add', 'order_tag', { ...of, tag: `t${n}`, at: n, actor: 'a' }],
      ])
  })
  return { file, db: ledger.db }
}

it('a reader tells which rows of the file differ, and nothing is left of it', async () => {
  tampered('another program writes tags')
  const { file, db } = tagged(3_000)
  await withThread(file, async (reader) => {
    const clean = await reader.run('rebuild-compare', {})
    expect(clean).toMatchObject({ differences: [], total: 0, entries: 3_000 })
    tamper(db, () =>
      db.exec(
        "DELETE FROM order_tag WHERE at <= 1500; UPDATE order_tag SET actor = 'b' WHERE at = 1501",
      ),
    )
    const found = await reader.run('rebuild-compare', {})
    expect(found.total).toBe(1_501)
    expect(found.differences).toHaveLength(1_000)
    putRight(db, found.differences)
    const rest = await reader.run('rebuild-compare', {})
    expect(rest.total).toBe(501)
    putRight(db, rest.differences)
    expect((await reader.run('rebuild-compare', {})).total).toBe(0)
    expect(db.prepare('SELECT count(*) FROM order_tag').pluck().get()).toBe(2_999n)
  })
})

it('it tells how far it is, and ends when asked', async () => {
  const { file } = tagged(4_000)
  await withThread(file, async (reader) => {
    const reported: number[][] = []
    const control = new AbortController()
    const run = reader.run(
      'rebuild-compare',
      {},
      {
        signal: control.signal,
        onProgress: (...step) => {
          reported.push(step)
          control.abort()
        },
      },
    )
    await expect(run).rejects.toMatchObject({ name: 'AbortError' })
    expect(reported[0]?.[1]).toBe(4_000)
    expect((await reader.run('rebuild-compare', {})).entries).toBe(4_000)
  })
})

it('a log whose rows are not those that it names is refused', async () => {
  tampered('another program writes to the log')
  const { file, db } = tagged(10)
  tamper(db, () => db.exec("UPDATE entry_rows SET rows = x'00' WHERE seq = 5"))
  await withThread(file, (reader) =>
    expect(reader.run('rebuild-compare', {})).resolves.toMatchObject({
      broken: expect.stringContaining('the rows of entry 5 are not those') as string,
    }),
  )
})

it('what lists show of an order is folded again, also of a ledger in memory', async () => {
  tampered('another program writes what lists show')
  const { db } = lifeOf()
  const reader = localReader(db, () => performance.now())
  const ask = () => reader.run('fold-compare', {})
  const clean = await ask()
  expect(clean).toMatchObject({ differences: [], total: 0, entries: 1 })
  db.exec("UPDATE payment_order SET phase = 'refunded', original_minor = 1")
  const { differences, total } = await ask()
  expect(total).toBe(1)
  expect(differences).toMatchObject([
    { table: 'payment_order', id: '["test-1","7"]', columns: ['phase', 'original_minor'] },
  ])
  expect((await reader.run('rebuild-compare', {})).total).toBe(0)
  putRight(db, differences)
  expect((await ask()).total).toBe(0)
})
