// What looks like a card number and what does not. The spellings are those that got past the
// detectors of before.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { holdsCardNumber, maskCardNumbers } from '#shared/cards/card-number.ts'
import { spellingsOf, squeezed } from '../../abuse/card-spellings.ts'
import { honestId } from '../../abuse/honest-ids.ts'

const cards = ['4929371845026736', '4111111111111111', '5555555555554444']

describe('a card number in any spelling', () => {
  it.each(cards.flatMap(spellingsOf))('is found %s: %j', (_name, text) => {
    expect(holdsCardNumber(text)).toBe(true)
    const masked = maskCardNumbers(text)
    expect(holdsCardNumber(masked)).toBe(false)
    for (const card of cards) expect(squeezed(masked)).not.toContain(card)
    expect(squeezed(masked).length).toBeLessThan(squeezed(text).length)
  })

  it.each([
    '4111-1111-1111-1111 12/30',
    '41111111111111111230',
    '41111111111111111230123',
    '378282246310005',
    '3782 822463 10005',
    '30569309025904',
    '6304000000000000000',
    '4222222222222',
    '49 29 37 18 45 02 67 36',
    '4929371845\n026736',
    '4929%203718%204502%206736',
    '4929+3718+4502+6736',
    '4929%25C2%25A03718%25C2%25A04502%25C2%25A06736',
    '4929%E2%80%AF3718%E2%80%AF4502%E2%80%AF6736',
    '4929\\u202f3718\\u202f4502\\u202f6736',
    '4929&#8211;3718&#x2013;4502&ndash;6736',
    '4️⃣9️⃣2️⃣9️⃣3️⃣7️⃣1️⃣8️⃣4️⃣5️⃣0️⃣2️⃣6️⃣7️⃣3️⃣6️⃣',
    '४९२९३७१८४५०२६७३६',
    '𝟒𝟗𝟐𝟗𝟑𝟕𝟏𝟖𝟒𝟓𝟎𝟐𝟔𝟕𝟑𝟔',
    // Gaps count, not their characters.
    '4929    3718    4502    6736',
    '4929 -- 3718 -- 4502 -- 6736',
    '4929 ... 3718 ... 4502 ... 6736',
    '4929\t\t\t\t3718\t\t\t\t4502\t\t\t\t6736',
    '4929 3718\n\n4502 6736',
    '4929\u200d\u200d\u200d\u200d3718\u200d\u200d\u200d\u200d4502\u200d\u200d\u200d\u200d6736',
    '<td>4929</td><td>3718</td>\n<td>4502</td><td class="n">6736</td>',
    '4929\u31643718\u115f4502\uffa06736',
    '❹❾❷❾❸❼❶❽❹❺⓿❷❻❼❸❻',
    '4929&zwnj;3718&numsp;4502&#xfeff;6736',
    '4929&ZeroWidthSpace;3718&amp;nbsp;4502&#32;6736',
    '4929=203718=C2=A04502=20=206736',
    '4929=0D=0A=0D=0A3718=0A=0A4502=0D=0A6736',
    '4929\\x203718\\xe2\\x80\\x894502\\u{a0}6736',
    '4929%E3%80%803718%253F4502%u20096736',
    '4929&3718&4502&amp;6736',
    '<td title="4929&nbsp;3718&nbsp;4502&nbsp;6736">',
    '100%4929371845026736',
    '?to=2720993712345678',
    '&A4000000000000002;',
    '\\2720993712345678',
    '\\x341528149906131',
    '\\u2221297274277715',
    "\\'2221399330781175",
    // One digit too many at the end, or in front.
    '4929 3718 4502 67361',
    '14929 3718 4502 6736',
    '4929\n3718\n4502\n67361',
    '3782 822463 100051',
    // Air travel, Mexico, fleets.
    '135412345678911',
    '1354 12345 678911',
    '2869000000000006',
    '7088000000000000',
  ])('is found in %j', (text) => {
    expect(holdsCardNumber(text)).toBe(true)
  })

  it('is masked with the expiry and the security code beside it', () => {
    for (const [typed, masked] of [
      ['4111 1111 1111 1111 12/30 123', '4111 11•• •••• 1111 ••/•• •••'],
      ['4111111111111111 exp 12/2030, cvv: 123', '411111••••••1111 exp ••/••••, cvv: •••'],
      ['41111111111111111230', '411111••••••1111••••'],
      ['cvc 737 of 5555 5555 5555 4444', 'cvc ••• of 5555 55•• •••• 4444'],
      ['4111111111111111, order 6768788', '411111••••••1111, order 6768788'],
      ['４９２９３７１８４５０２６７３６', '４９２９３７••••••６７３６'],
    ] as const)
      expect(maskCardNumbers(typed)).toBe(masked)
  })

  it('is masked with all that stands behind it on a magnetic stripe', () => {
    for (const [typed, masked] of [
      [';4111111111111111=30121011234567890?', ';411111••••••1111=•••••••••••••••••?'],
      ['4111111111111111D3012101123456789F', '411111••••••1111••••••••••••••••••'],
      [
        '%B4111111111111111^DOE/JOHN^30121011234567?',
        '%B411111••••••1111^•••/••••^••••••••••••••?',
      ],
      ['4111 1111 1111 1111 = 3012', '4111 11•• •••• 1111 = ••••'],
    ] as const)
      expect(maskCardNumbers(typed)).toBe(masked)
  })

  it('takes no security code for its last digits', () => {
    // Nineteen digits that pass the check as well: 003 could be the code of the sixteen before it.
    expect(maskCardNumbers('4111 1111 1111 1111 003')).toBe('4111 11•• •••• •••1 •••')
  })
})

describe('what only looks like one', () => {
  it.each([
    '6768788',
    '4111111111111112',
    '1111111111111111',
    'inv-20261121-0001',
    'pd-01JD4XN8',
    '00000000-0000-0000-0000-00000307d1d2',
    'DE89370400440532013000',
    'DE89 3704 0044 0532 0130 00 for the rent',
    'EE382200221020145685',
    '2026-11-21 10:20:30.123',
    '2026-11-21T10:20:30.123Z',
    '+372 5123 4567, +372 5987 6543',
    '192.168.100.100',
    '123456789012345678901234567890',
    '411111111111111199999999999999',
    // An equals sign between a name and its value escapes nothing, as one in a mail does.
    'orderid=0062107312323882',
    'merchant_order=20261124153045999612',
    'merchant 1144, endpoint 200233, 1 200.50 EUR',
    '4929&#65;3718&#65;4502&#65;6736',
    '4929\\u00413718\\u00414502\\u00416736',
    '',
  ])('is not found in %j', (text) => {
    expect(holdsCardNumber(text)).toBe(false)
    expect(maskCardNumbers(text)).toBe(text)
  })

  it('ten thousand ids that are no card numbers pass', () => {
    fc.assert(
      fc.property(honestId, (text) => {
        expect(holdsCardNumber(text)).toBe(false)
      }),
      { numRuns: 10_000 },
    )
  })
})

it('a long text costs by its length, whatever stands in it', () => {
  const pieces = [
    '1,2,3;',
    '%20',
    '9',
    '4929 ',
    '1 ',
    '<a>1',
    '\\',
    '&amp;',
    '1\u200d',
    '❹',
    'AB12 ',
  ]
  pieces.push('4111111111111111=', '4111111111111111^', '+1 2 ', '%25', '<', '\\u0031', '1-')
  const timeOf = (piece: string, length: number): number => {
    const text = `123456789012 ${piece.repeat(length / piece.length)}`
    // The time of this process: what else the machine does has no part in it.
    const started = process.cpuUsage()
    maskCardNumbers(text)
    return process.cpuUsage(started).user / 1000
  }
  for (const piece of pieces) {
    // Four times as much takes four times as long, or sixteen times where places are compared with
    // each other. The collector of memory can make one try look so.
    const ratioOf = (): number => timeOf(piece, 80_000) / Math.max(timeOf(piece, 20_000), 5)
    const isSteep = Array.from({ length: 8 }).every(() => ratioOf() > 9)
    expect(isSteep, piece).toBe(false)
  }
})
