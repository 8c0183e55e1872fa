// Words of a gateway as lines: what can be taught, and what keeps its meaning.
import { describe, expect, it } from 'vitest'
import { formatMessage } from '#wording/format-messages.ts'
import { textOfTerms, termsIn } from '#shared/connections/term-rules.ts'

const faultIn = (text: string): string => {
  const read = termsIn(text)
  return 'fault' in read ? formatMessage(read.fault) : ''
}

describe('words of a gateway', () => {
  it('are a line each, and read back as they were written', () => {
    const text = 'status settled = approved\ntype partial refund = reversal'
    const read = termsIn(`${text}\n\n`)
    expect(read).toEqual({
      rules: [
        { of: 'status', term: 'settled', means: 'approved' },
        { of: 'type', term: 'partial refund', means: 'reversal' },
      ],
    })
    if ('rules' in read) expect(textOfTerms(read.rules)).toBe(text)
  })

  it.each(['status approved = declined', 'status ERROR = approved', 'type Payout_Check = sale'])(
    'can’t give a word of the family another meaning: %s',
    (line) => {
      expect(faultIn(line)).toMatch(/Its meaning can’t be changed/)
    },
  )

  it('can make a final status of the family one that is not final', () => {
    expect(termsIn('status error = processing')).toHaveProperty('rules.length', 1)
  })

  it('are each there once, however they are written', () => {
    expect(faultIn('status settled = approved\nstatus SETTLED = declined')).toMatch(/twice/)
    expect(termsIn('status settled = approved\ntype settled = capture')).toHaveProperty('rules')
  })

  it.each(['status settled =', 'status = approved', 'settled', 'type return = approved'])(
    'need a word and a meaning of its kind: %s',
    (line) => {
      expect(faultIn(`status settled = approved\n${line}`)).toMatch(/^Row 2/)
    },
  )
})
