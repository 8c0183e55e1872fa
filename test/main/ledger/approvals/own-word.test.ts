// Whose word it was that a request did not happen: the log says so, and nothing else does.
import { expect, it } from 'vitest'
import { openOwnWord } from '../../../../src/main/ledger/approvals/own-word.ts'
import { openAudit } from '../../../../src/main/ledger/audit/audit.ts'
import { inTransaction } from '../../../../src/main/ledger/db/open.ts'
import { newFolder, openAt, tickingClock } from '../ledger-rig.ts'

it.each([
  ['anna', 'attempt:resolved-by-hand', 'a1', true],
  ['anna', 'attempt:conflict-cleared', 'a1', true],
  ['bo', 'attempt:resolved-by-hand', 'a1', false],
  ['anna', 'attempt:resolved-by-hand', 'a2', false],
  ['anna', 'attempt:looked', 'a1', false],
] as const)('of anna’s request, said by %s: %s of %s', (actor, kind, attemptId, isOwn) => {
  const { db } = openAt(`${newFolder()}/ledger.sqlite`)
  const audit = openAudit(db, { clock: tickingClock(), monotonic: tickingClock() })
  const entry = { outcome: 'ok', origin: 'desk', subject: 'order/c/1' } as const
  const cells = {
    ...{ id: 'a1', connection_id: 'c', endpoint_id: '1', operation: 'payout', risk: 'money' },
    ...{ orderid: '', client_orderid: 'a1', lock_key: 'a1', made_number: 1, state: 'ACCEPTED' },
    ...{ is_full: 0, request: {}, digest: 'd', expires_at: 1, actor: 'anna', comment: '' },
    ...{ seen: '', message: '', created_at: 1, service: 's' },
  }
  inTransaction(db, () => {
    const sent = { ...entry, actor: 'anna', kind: 'attempt:sending', details: {} } as const
    audit.append(sent, [['add', 'attempt', cells]])
    const details = { attemptId, requestedBy: 'anna' }
    audit.append({ ...entry, actor, kind, details })
  })
  expect(openOwnWord(db)('a1')).toBe(isOwn)
})
