// What a person said of one line in several reports: the newest word counts, by the log.
import { expect, it } from 'vitest'
import { createTimeSlice } from '../../../../src/main/ledger/db/time-slice.ts'
import { matchReport } from '../../../../src/main/ledger/reconcile/match-report.ts'
import { openReconciliations } from '../../../../src/main/ledger/reconcile/reconciliation-book.ts'
import { line } from '../../../shared/reconcile/sides.ts'
import { openLog } from '../ledger-rig.ts'

const work = createTimeSlice({ monotonic: () => performance.now() })
const reason = 'made by the bank itself'

it('counts the newest word, whatever the clock said', async () => {
  const { ledger, audit } = openLog()
  const book = openReconciliations(ledger.db, audit, () => 1)
  for (const id of ['daily', 'monthly']) {
    const source = {
      ...{ name: id, bytesSha256: id, meaning: id, mended: 0, leftOut: null, sumLine: null },
      ...{ kindNames: {}, period: null },
    }
    book.create({ id, service: 'gateway', connectionId: 'shop', source, rows: 1, actor: 'ana' })
    book.addLines(id, [line(1, { rrn: '7' })], 'ana')
  }
  const read = async (id: string) => (await matchReport(ledger.db, id, work))!.lines[0]!
  const say = async (id: string, decision: 'elsewhere' | 'withdrawn', at: number) =>
    book.decide(
      id,
      {
        line: 1,
        decision,
        about: (await read(id)).about(),
        reason,
        actor: 'ana',
        at,
        byTwo: false,
      },
      '',
    )
  await say('daily', 'elsewhere', 2_000)
  await say('monthly', 'withdrawn', 1_000)
  expect([(await read('daily')).decided, (await read('monthly')).decided]).toEqual([null, null])
  await say('daily', 'elsewhere', 500)
  expect((await read('monthly')).decided).toMatchObject({ decision: 'elsewhere', at: 500 })
})
