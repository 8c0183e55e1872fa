// What a colleague was shown of a request of this computer, where its own status tells a colleague's
// later transaction. MONEY: where its number can be asked for, no word of the team closes it.
import { describe, expect, it } from 'vitest'
import { formatMessages } from '#wording/format-messages.ts'
import { ok } from '#shared/fault.ts'
import type { TeamClaims } from '../../../../../src/main/desk/base/team-claims.ts'
import { openReturns, reversal } from '../../return-rig.ts'

const team: TeamClaims = {
  seen: () => Promise.resolve(ok({ records: [0], twins: [] })),
  claim: () =>
    Promise.resolve(
      ok({
        use: () => undefined,
        lookAndWrite: (write) => {
          write()
          return Promise.resolve(null)
        },
        end: () => undefined,
      }),
    ),
  hear: () => Promise.resolve(),
  doubt: () => 'a colleague sent later',
  sentAfter: () => [],
  shownOf: () => ({ desk: 'desk-2', id: 'A' }),
  showClaim: () => Promise.resolve(false),
}

async function standingAs(how: 'lost' | 'accepted', statusBy: 'order' | 'request') {
  const desk = openReturns({ team, settings: { statusBy } })
  const ours = await desk.send('10.00', how)
  const state = await desk.tell(ours, reversal('25.00', 'B'))
  return { state, message: formatMessages(desk.row(ours).message) }
}

describe('a request that a colleague was shown as done', () => {
  it('is done by their word where nothing else can tell it', async () => {
    for (const how of ['lost', 'accepted'] as const)
      expect(await standingAs(how, 'order')).toEqual({
        state: 'SUCCEEDED',
        message: expect.stringContaining('desk-2') as string,
      })
  })

  it('waits for the answer to its own number where that can be asked for', async () => {
    expect((await standingAs('lost', 'request')).state).toBe('SUCCEEDED')
    expect((await standingAs('accepted', 'request')).state).toBe('ACCEPTED')
  })
})
