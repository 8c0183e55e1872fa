// A computer that belongs to a team and can't ask it. MONEY: it sends nothing, and starts all the
// same; a computer alone asks nobody.
import { describe, expect, it } from 'vitest'
import { fail } from '#shared/fault.ts'
import { orderLock, gatewayOf } from '#shared/order-place.ts'
import { formatMessages } from '#wording/format-messages.ts'
import type { SentUnder } from '../../../../src/main/desk/base/team-claims.ts'
import { wireTeam } from '../../../../src/main/composition/team/wire-team.ts'
import { openTeamBook } from '../../../../src/main/ledger/team/team-book.ts'
import { createMemoryVault } from '../../../../src/main/vault/memory.ts'
import type { Vault } from '../../../../src/main/vault/vault.ts'
import { createTestDesk } from '../../../fakes/desk.ts'

const membership = {
  ...{ team: 'ab'.repeat(16), desk: 'desk-2', founder: { desk: 'office', key: 'k' } },
  ...{ address: { host: 'db.test', port: 5432, database: 'shop' }, ca: 'PEM' },
}

async function wired(
  isJoined: boolean,
  vault: Vault = { ...createMemoryVault(), kind: 'keychain' },
) {
  const { db, ports, reports } = createTestDesk()
  if (isJoined) openTeamBook(db, ports.audit, () => 1).join(membership, 'anna')
  let loads = 0
  const team = await wireTeam({ db, vault, audit: ports.audit } as never, ports, () => {
    loads += 1
    return Promise.reject(new Error('no such library'))
  })
  return { team, reports, loads: () => loads }
}

describe('the wiring of a team', () => {
  it('reads nothing of it on a computer alone', async () => {
    const { team, reports, loads } = await wired(false)
    expect(team.claims()).toBeNull()
    expect(await team.asked.standing()).toBeNull()
    expect([loads(), reports]).toEqual([0, []])
  })

  it('lets nothing go where the keychain can’t say, and asks the keychain again', async () => {
    const vault: Vault = { ...createMemoryVault(), kind: 'keychain' }
    const { read } = vault
    vault.read = () =>
      Promise.resolve(fail({ kind: 'vault', sent: 'no', reason: 'locked', message: 'locked' }))
    const { team } = await wired(false, vault)
    expect(await team.claims()?.claim({} as never, null, [])).toMatchObject({ ok: false })
    vault.read = read
    expect(await team.claims()?.seen({ lockKey: 'lock', payment: null })).toMatchObject({
      fault: { reason: 'team-away' },
    })
    expect(team.claims()).toBeNull()
  })

  it('lets nothing go where the keychain knows of a team and the ledger does not', async () => {
    const vault: Vault = { ...createMemoryVault(), kind: 'keychain' }
    await vault.write('team/password', 'only-in-tests-of-a-team')
    const { team, loads } = await wired(false, vault)
    expect(await team.claims()?.seen({ lockKey: 'lock', payment: null })).toMatchObject({
      fault: { reason: 'team-away' },
    })
    expect(await team.claims()?.claim({} as never, null, [])).toMatchObject({ ok: false })
    expect([team.asked.lost()?.kind, loads()]).toEqual(['denied', 0])
  })

  it('lets nothing go where the team can’t be asked', async () => {
    const { team, reports, loads } = await wired(true)
    const refused = { ok: false, fault: { reason: 'team-away', sent: 'no' } }
    expect(await team.claims()?.seen({ lockKey: 'lock', payment: null })).toMatchObject(refused)
    expect(await team.claims()?.claim({} as never, null, [])).toMatchObject(refused)
    expect(await team.asked.standing()).toMatchObject(refused.fault)
    expect(await team.asked.mayLeave()).toMatchObject(refused.fault)
    expect([loads(), reports.length]).toEqual([1, 1])
  })
})

describe('a request that was sent before its team could not be asked any more', () => {
  const own = { id: 'a-1', service: 'https://gateway.test shop', orderid: '7001' }
  const doubts = (team: Awaited<ReturnType<typeof wired>>['team'], request: Partial<SentUnder>) =>
    team.claims()?.doubt({ ...own, lockKey: orderLock(own), ...request }, false) ?? null
  const unasked = /team can’t be asked whether/
  const remembered = async (): Promise<Vault> => {
    const vault: Vault = { ...createMemoryVault(), kind: 'keychain' }
    await vault.write('team/password', 'only-in-tests-of-a-team')
    return vault
  }

  it.each<[string, () => Promise<Awaited<ReturnType<typeof wired>>['team']>]>([
    ['an old ledger', async () => (await wired(false, await remembered())).team],
    [
      'a keychain that can’t be read',
      async () => {
        const vault = await remembered()
        const message = 'locked'
        vault.read = () =>
          Promise.resolve(fail({ kind: 'vault', sent: 'no', reason: 'locked', message }))
        return (await wired(false, vault)).team
      },
    ],
    [
      'a team that was left without its word',
      async () => {
        const { team } = await wired(true, await remembered())
        team.asked.book.leave('anna', 'its server burnt down')
        await team.asked.changed()
        return team
      },
    ],
    ['a program that can’t be loaded', async () => (await wired(true)).team],
  ])('is closed by nothing but its own number: %s', async (_how, open) => {
    const team = await open()
    expect(formatMessages(doubts(team, {}))).toMatch(unasked)
    expect(team.claims()?.sentAfter({ ...own, lockKey: orderLock(own) })).toEqual([])
    // No colleague sends for what made its own order, nor in the practice.
    expect(doubts(team, { lockKey: 'a-1' })).toBeNull()
    const practice = {
      service: gatewayOf({ isEmbedded: true, baseUrl: 'http://127.0.0.1:1', login: 'shop' }),
      orderid: '7001',
    }
    expect(doubts(team, { ...practice, lockKey: orderLock(practice) })).toBeNull()
  })
})
