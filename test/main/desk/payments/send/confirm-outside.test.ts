// The system's question before a money request: it is asked out of what main keeps.
import { describe, expect, it } from 'vitest'
import { moneySettings } from '#shared/connections/connection.ts'
import { ok } from '#shared/fault.ts'
import type { TeamTwin } from '#shared/team/team-methods.ts'
import { formatMessages } from '#wording/format-messages.ts'
import type { Question } from '../../../../../src/main/desk/base/desk.ts'
import type { TeamClaims } from '../../../../../src/main/desk/base/team-claims.ts'
import { confirm } from '../../../../../src/main/desk/payments/send/confirm.ts'
import { outsideConfirmation } from '../../../../../src/main/desk/payments/send/confirm-outside.ts'
import { reviewRequest } from '../../../../../src/main/desk/payments/review/review-request.ts'
import { createTestDesk } from '../../../../fakes/desk.ts'
import { faultOf, must } from '../../../../journeys/story.ts'

const payout = {
  ...{ amount: '30.00', currency: 'EUR', order_desc: 'Deposit back', ipaddress: '203.0.113.7' },
  ...{ account_number: 'DE89370400440532013000', account_name: 'Zoë Müller' },
}

/** A team that lets everything go, whose colleagues paid that. */
const teamOf = (twins: readonly TeamTwin[]): TeamClaims => ({
  seen: () => Promise.resolve(ok({ records: [0, 2], twins })),
  ...{ hear: () => Promise.resolve(), doubt: () => null, sentAfter: () => [] },
  ...{ shownOf: () => null, showClaim: () => Promise.resolve(false) },
  claim: () => Promise.reject(new Error('nothing is confirmed')),
})

function opened(twins: readonly TeamTwin[] = []) {
  const money = moneySettings.parse({ undoMs: 0, confirmOutside: true })
  const desk = createTestDesk({
    settings: { money },
    ...(twins.length === 0 ? {} : { team: teamOf(twins) }),
  })
  const review = async () =>
    must(
      await reviewRequest(desk.ports, {
        ...{ connectionId: 'test-1', operation: 'payout', request: payout },
      }),
    )
  const asked: string[] = []
  const person = { answers: 'yes' as 'yes' | 'no', meanwhile: () => Promise.resolve() }
  const shell = {
    ask: async (question: Question) => {
      asked.push(formatMessages(question.detail).join('\n'))
      await person.meanwhile()
      return person.answers
    },
  }
  const note = (): void => undefined
  const confirmOutside = outsideConfirmation(desk.ports, { shell, note, actor: () => 'anna' })
  return { ...desk, review, asked, person, confirmOutside }
}

describe('where the system asks before a money request', () => {
  it('the question names amount, payee and account, and a no is a refusal', async () => {
    const { review, asked, person, confirmOutside } = opened()
    const { attemptId } = await review()
    must(await confirmOutside(attemptId))
    const detail = asked[0]
    for (const said of ['30.00', payout.account_number, payout.account_name, '127.0.0.1'])
      expect(detail).toContain(said)
    expect(detail).not.toContain('left')
    person.answers = 'no'
    expect(faultOf(await confirmOutside(attemptId))).toMatchObject({ kind: 'denied' })
  })

  it('the question says that one like this left, whatever the page showed', async () => {
    const { ports, review, asked, confirmOutside } = opened()
    const first = await review()
    must(await confirm(ports, first))
    const { attemptId } = await review()
    must(await confirmOutside(attemptId))
    expect(asked[0]).toMatch(/left .* ago: 30\.00/)
  })

  it('the question says what a colleague paid, and a yes is no acknowledgement of it', async () => {
    const claim = 'c'.repeat(64)
    const { ports, review, asked, confirmOutside } = opened([
      {
        ...{ desk: 'desk-2', by: 'ben', operation: 'payout', amount: null, isReleased: true },
        ...{ at: 1, says: 'desk-2: payout of 30.00 EUR by ben: done', claim },
      },
    ])
    const reviewed = await review()
    must(await confirmOutside(reviewed.attemptId))
    expect(asked[0]).toContain('A colleague asked for the same payment. desk-2: payout of 30.00')
    expect(faultOf(await confirm(ports, reviewed))).toMatchObject({ reason: 'twin', sent: 'no' })
  })

  it('one that left while the question stood open refuses the yes', async () => {
    const { ports, review, person, confirmOutside } = opened()
    const first = await review()
    const { attemptId } = await review()
    person.meanwhile = async () => void must(await confirm(ports, first))
    expect(faultOf(await confirmOutside(attemptId))).toMatchObject({ kind: 'denied', attemptId })
  })
})
