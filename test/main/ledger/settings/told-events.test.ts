// What a person has seen is read from the log, which can't be changed unseen, and not from the row
// of what was told.
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { AuditDraft } from '../../../../src/main/ledger/audit/audit.ts'
import { inTransaction } from '../../../../src/main/ledger/db/open.ts'
import { openToldEvents } from '../../../../src/main/ledger/settings/told-events.ts'
import { newKeychain, type Life, openLife } from '../../../campaigns/tamper/tables.ts'
import { newFolder } from '../ledger-rig.ts'

let life: Life
beforeEach(async () => {
  life = await openLife(join(newFolder(), 'ledger.sqlite'), newKeychain())
})
afterEach(() => life.kill())

const note = (draft: Pick<AuditDraft, 'kind' | 'outcome' | 'details'>): void =>
  inTransaction(life.db, () => {
    life.audit.append({ actor: 'ana', origin: 'operator', subject: 'log', ...draft })
  })
const open = () => openToldEvents(life.db, note)
const endList = () => note({ kind: 'look-ups:finished', outcome: 'open', details: {} })

it('an event stays one until a person has seen it, whatever the row of told events says', () => {
  endList()
  endList()
  const told = open()
  const [first, second] = told.happened()
  told.see('look-ups-open', first!.seq)
  expect(told.happened()).toEqual([second])
  const silent = {
    by: {},
    level: 'count',
    seen: { 'look-ups-open': 9e9, 'callback-contradicts': 9e9 },
  }
  life.db
    .prepare("INSERT OR REPLACE INTO meta (key, value) VALUES ('told.events', ?)")
    .run(JSON.stringify(silent))
  expect(open().happened()).toEqual([second])
})

it('is seen no further than there are events, and once', () => {
  endList()
  const told = open()
  told.see('look-ups-open', 9e9)
  endList()
  expect(told.happened()).toHaveLength(1)
  const { size } = life.audit.head()
  told.see('callback-contradicts', 9e9)
  expect(life.audit.head().size).toBe(size)
})
