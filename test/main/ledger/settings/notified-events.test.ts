// What a person has seen is read from the log, which can't be changed unseen, and not from the row
// of what was told.
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { AuditDraft } from '../../../../src/main/ledger/audit/audit.ts'
import { inTransaction } from '../../../../src/main/ledger/db/open.ts'
import { openNotifiedEvents } from '../../../../src/main/ledger/settings/notified-events.ts'
import { newKeychain, type Life, openLife } from '../../../campaigns/tamper/life.ts'
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
const open = () => openNotifiedEvents(life.db, note)
const endList = () => note({ kind: 'look-ups:finished', outcome: 'open', details: {} })

it('an event stays one until a person has seen it, whatever the row of told events says', () => {
  endList()
  endList()
  const notified = open()
  const [first, second] = notified.happened()
  notified.see('look-ups-open', first!.seq)
  expect(notified.happened()).toEqual([second])
  const silent = {
    by: {},
    level: 'count',
    seen: { 'look-ups-open': 9e9, 'callback-contradicts': 9e9 },
  }
  life.db
    .prepare("INSERT OR REPLACE INTO meta (key, value) VALUES ('notified.events', ?)")
    .run(JSON.stringify(silent))
  expect(open().happened()).toEqual([second])
})

const check = (outcome: string): void =>
  note({ kind: 'callback:checked', outcome, details: { found: { status: 'good' } } })

it('is told of callbacks alone that contradict, the newest 200, and all of them are seen at once', () => {
  for (const outcome of ['valid', 'wrong-control', 'missing-field', 'unclean']) check(outcome)
  const notified = open()
  expect(notified.happened()).toEqual([])
  inTransaction(life.db, () => {
    for (let n = 0; n < 205; n += 1) check('contradicts')
  })
  const seqs = notified.happened().map(({ seq }) => seq)
  expect(seqs).toHaveLength(200)
  expect(seqs).toEqual([...seqs].sort((a, b) => a - b))
  notified.see('callback-contradicts', seqs.at(-2)!)
  expect(notified.happened().map(({ seq }) => seq)).toEqual([seqs.at(-1)])
  notified.see('callback-contradicts', seqs.at(-1)!)
  expect(notified.happened()).toEqual([])
})

/** The shortest of some looks at what happened and what was resumed, in ms. */
const lookMs = (): number => {
  const notified = open()
  const look = (): number => {
    const from = performance.now()
    notified.happened()
    notified.resumedAt()
    return performance.now() - from
  }
  return Math.min(...Array.from({ length: 15 }, look))
}

it('takes no longer with many checked callbacks in the log than with few', () => {
  const fill = (count: number): void =>
    inTransaction(life.db, () => {
      for (let n = 0; n < count; n += 1) check(n % 2 === 0 ? 'valid' : 'contradicts')
    })
  fill(400)
  const few = lookMs()
  fill(8_000)
  expect(lookMs()).toBeLessThan(4 * few + 2)
})

it('is seen no further than there are events, and once', () => {
  endList()
  const notified = open()
  notified.see('look-ups-open', 9e9)
  endList()
  expect(notified.happened()).toHaveLength(1)
  const { size } = life.audit.head()
  notified.see('callback-contradicts', 9e9)
  expect(life.audit.head().size).toBe(size)
})
