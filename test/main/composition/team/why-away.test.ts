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
    expect(said(code)).toMatch(/^The team’s database can’t be reached: [A-Za-z ]+\. Try again/)
    expect(said(code)).not.toContain(code === 'closed' ? '(' : code)
  },
)

it('names a code that it has no words for', () => {
  expect(said('57P03')).toContain('failed with 57P03.')
  expect(formatMessage(notReadyFault(noAnswer).message)).toContain('gave no answer in time')
})
