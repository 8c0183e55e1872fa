// A large report is taken in turns: nothing else of the main process waits for it.
import { expect, it } from 'vitest'
import type { FileRow } from '#shared/files/file-row.ts'
import {
  takeReport,
  type TakeReportParts,
} from '../../../../src/main/desk/reconcile/take-report.ts'
import { connection } from '../../../fakes/desk.ts'

const pages = 20
const moved = { kind: 'captured', rrn: '', approvalCode: '', serialNumber: '', at: null } as const
const rows = Array.from({ length: pages * 500 }, (_, at): FileRow => ({
  ...{ line: at + 2, orderId: String(at), merchantOrderId: null, reason: null, day: null },
  ...{ email: null, lastFour: null, name: null, moved },
  amount: { minor: 100n, currency: 'EUR', digits: 2 },
}))

it('gives the thread back while lines are made of rows', async () => {
  let [turns, isOver] = [0, false]
  const turn = (): void => {
    turns += 1
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  const enough = new Error('the report was created')
  const parts = {
    ports: {
      ...{ actor: () => 'ana', clock: () => 0, randomBytes: (size: number) => Buffer.alloc(size) },
      connections: { gatewayOf: () => 'gateway' },
      reconciliations: {
        create: () => {
          throw enough
        },
      },
    },
    readings: {
      find: () => null,
      take: () => ({ rows, source: {}, leftOut: [], kindNames: {}, leftKinds: [] }),
    },
  } as unknown as TakeReportParts
  const asked = {
    readingId: 'r',
    stamp: 's',
    meaning: 'm',
    leftOut: 0,
    leftOutReason: '',
    fewerReason: '',
  }
  const run = { signal: new AbortController().signal, onProgress: () => undefined }
  try {
    await expect(takeReport(parts, connection, asked, run)).rejects.toBe(enough)
  } finally {
    isOver = true
  }
  expect(turns).toBeGreaterThanOrEqual(pages - 1)
})
