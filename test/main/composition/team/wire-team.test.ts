// A computer that belongs to a team and can't ask it. MONEY: it sends nothing, and starts all the
// same; a computer alone asks nobody.
import { describe, expect, it } from 'vitest'
import { wireTeam } from '../../../../src/main/composition/team/wire-team.ts'
import { openTeamBook } from '../../../../src/main/ledger/team/team-book.ts'
import { createTestDesk } from '../../../fakes/desk.ts'

const membership = {
  ...{ team: 'ab'.repeat(16), desk: 'desk-2', founder: { desk: 'office', key: 'k' } },
  ...{ address: { host: 'db.test', port: 5432, database: 'shop' }, ca: 'PEM' },
}

async function wired(isJoined: boolean) {
  const { db, ports, reports } = createTestDesk()
  if (isJoined) openTeamBook(db, ports.audit, () => 1).join(membership, 'anna')
  let loads = 0
  const team = await wireTeam({ db, audit: ports.audit } as never, ports, () => {
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

  it('lets nothing go where the team can’t be asked', async () => {
    const { team, reports, loads } = await wired(true)
    const refused = { ok: false, fault: { reason: 'team-away', sent: 'no' } }
    expect(await team.claims()?.seen('lock')).toMatchObject(refused)
    expect(await team.claims()?.claim({} as never, 0)).toMatchObject(refused)
    expect(await team.asked.standing()).toMatchObject(refused.fault)
    expect(await team.asked.mayLeave()).toMatchObject(refused.fault)
    expect([loads(), reports.length]).toEqual([1, 1])
  })
})
