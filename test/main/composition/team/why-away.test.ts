// Why the team's database can't be reached is said in words, not in the codes of programs.
import { expect, it } from 'vitest'
import { notReadyFault } from '../../../../src/main/composition/team/team-sentences.ts'
import { noAnswer } from '../../../../src/main/team/claims/enter.ts'
import { formatMessage } from '../../../../src/wording/format-messages.ts'

const said = (code: string): string =>
  formatMessage(notReadyFault({ kind: 'unreached', code }).message)

it.each(['no-answer', 'ETIMEDOUT', 'ECONNREFUSED', 'ENOTFOUND', 'ECONNRESET', 'closed'])(
  'has words for %s',
  (code) => {
    expect(said(code)).toMatch(
      /^The team’s database can’t be reached: [A-Za-z, ]+\. Nothing can be sent until it answers\. Try again/,
    )
    expect(said(code)).not.toContain(code === 'closed' ? '(' : code)
  },
)

it.each(['XX000', 'Received unexpected authMD5 message from server'])(
  'keeps %s for the technical details',
  (code) => {
    expect(said(code)).toContain('the connection failed.')
    expect(notReadyFault({ kind: 'unreached', code })).toMatchObject({ detail: code })
  },
)

it('says what the driver says of a cut connection and a busy server', () => {
  expect(said('Connection terminated unexpectedly')).toContain('the connection was cut.')
  expect(said('57P03')).toContain('it is starting, stopping or too busy.')
  expect(said('DEPTH_ZERO_SELF_SIGNED_CERT')).toContain('does not trust the certificate')
  expect(formatMessage(notReadyFault(noAnswer).message)).toContain('gave no answer in time')
})
