// A list as main tells the page of it, for tests.
import type { FileView } from '#shared/files/file-methods.ts'

export const shownList: FileView = {
  ...{ id: 'reading', stamp: 'first', name: 'june.csv', meaning: '0'.repeat(64) },
  ...{ bytesSha256: '1'.repeat(64), encoding: 'utf-8', sheet: null, sheets: [], columns: [] },
  ...{ headLine: 1, decimalMark: '.', encodings: [], openKinds: [], rowCount: 2, sumLine: null },
  ...{
    isUsable: true,
    goodCount: 1,
    wrongLines: 1,
    groups: [],
    sums: [],
    open: [],
    known: null,
    imported: null,
    matched: null,
    replaces: null,
  },
  ...{ connectionId: 'sandbox', operation: 'return', roles: [] },
  ...{ withoutAmount: 0, withoutReason: 1, needsIp: false },
}
