// The team of a computer, opened by whoever asks first. MONEY: two rooms of one team would each
// take the next number of its records.
import { generateKeyPairSync } from 'node:crypto'
import { expect, it } from 'vitest'
import { ok } from '#shared/fault.ts'
import { opener } from '../../../../src/main/composition/team/open-team.ts'
import { openTeamBook } from '../../../../src/main/ledger/team/team-book.ts'
import { createTestDesk } from '../../../fakes/desk.ts'
import { openBook } from '../../../fakes/team/record-book.ts'

const key = generateKeyPairSync('ed25519')
  .privateKey.export({ type: 'pkcs8', format: 'pem' })
  .toString()

function ofTeam() {
  const { db, ports } = createTestDesk()
  const book = openTeamBook(db, ports.audit, () => 1)
  const written = openBook()
  const { team, founder } = written.id
  const address = { host: 'db.test', port: 5432, database: 'shop' }
  const membership = { team, desk: 'a', founder, address, ca: 'PEM' }
  book.join(membership, 'anna')
  book.add(written.claim('a').stored)
  const reported: unknown[] = []
  const { promise: unlocked, resolve: unlock } = Promise.withResolvers<void>()
  const opened = opener({
    ...{ book, membership, request: () => null, actor: () => 'anna', clock: () => 1 },
    ...{ monotonic: () => 1, isWhole: () => Promise.resolve('yes'), moved: () => null },
    known: () => ({ told: [], requests: [] }),
    secrets: async () => {
      await unlocked
      return ok({ key, password: 'p', paymentKey: 'k' })
    },
    report: (...incident) => reported.push(incident),
    onChange: () => undefined,
  })
  return { opened, unlock, reported }
}

it('is one for all that ask at once', async () => {
  const { opened, unlock, reported } = ofTeam()
  const both = [opened(), opened()]
  unlock()
  const [one, other] = await Promise.all([...both, opened()])
  if (one?.ok !== true || other?.ok !== true) throw new Error('not opened')
  expect(one.value).toBe(other.value)
  expect(await opened()).toEqual(one)
  expect(one.value.own.all()).toHaveLength(1)
  await opened.close()
  expect(reported).toEqual([])
})

it('is not opened any more once it was closed, and nothing is reported', async () => {
  const { opened, unlock, reported } = ofTeam()
  const asked = opened()
  await opened.close()
  unlock()
  expect(await asked).toMatchObject({ ok: false, fault: { reason: 'team-away', sent: 'no' } })
  expect(reported).toEqual([])
})
