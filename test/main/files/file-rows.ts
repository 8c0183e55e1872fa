// Rows as a reading gives them, for tests.
import type { FileRow } from '#shared/files/file-row.ts'

export const fileRow = (
  line: number,
  orderId: string,
  minor: bigint,
  currency = 'EUR',
): FileRow => ({
  ...{ line, orderId, merchantOrderId: null, amount: { minor, currency, digits: 2 } },
  ...{ reason: null, day: null, email: null, lastFour: null, name: null },
})
