// Of the log only what is known to be the program's own goes into diagnostics.
import { expect, it } from 'vitest'
import { redactLine, redactLog } from '../../../../src/main/desk/diagnostics/redact-log.ts'

const at = '2026-11-23T02:10:11.123Z'

it.each([
  [`started version="0.1.0" isPackaged=false host="Electron 45.4.1" node="24.21.0" loadedMs=587`],
  ['opened ms=1180 held=51 looked=464 ledger=745 keys=1071 sandbox=1103 practice=1175'],
  ['refused method="order:look-up" kind="rejected" sent="yes" httpStatus=400'],
  ['refused method="preference:set" kind="input" sent="no" field="value.0.fields.comment"'],
  ['window gone incident="ABCD2345" isHung=false count=1 reason="crashed" exitCode=11'],
  ['closed'],
])('keeps %s', (line) => {
  expect(redactLine(`${at} ${line}`)).toBe(`${at} ${line}`)
})

it.each([
  ['refused method="x" detail="Zoë Größe"', 'refused method="x" detail=[left out]'],
  ['refused reason="INV 77 of Anna"', 'refused reason=[left out]'],
  ['refused code="6760150"', 'refused code=[left out]'],
  ['slow statement ms=55 sql="SELECT 6760150"', 'slow statement ms=55 sql=[left out]'],
  ['refused ms="20.00 EUR"', 'refused ms=[left out]'],
  ['refused Zoë="x"', '[left out]'],
  ['Zoë Größe said so', '[left out]'],
  ['ABCD2345 Error: order 6760150 of Zoë', 'ABCD2345 Error [left out]'],
  [
    'ABCD2345 SqliteError: no /home/zoe | at run (file:///home/zoe/app/main/index.js:1:234) | at /home/zoe/x.ts:5:6',
    'ABCD2345 SqliteError [left out] | at run index.js:1:234 | at  x.ts:5:6',
  ],
  ['keychain {"message":"shop-4711"}', 'keychain [left out]'],
])('makes of %s', (line, kept) => {
  expect(redactLine(`${at} ${line}`)).toBe(`${at} ${kept}`)
})

it('leaves out a line of any other form, and keeps the others in their order', () => {
  expect(redactLog(`Zoë\n${at} closed\n\n`)).toBe(`[left out]\n${at} closed\n`)
})
