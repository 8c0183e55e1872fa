import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type DigitsRule,
  type Money,
  parseAmount,
  readWireAmount,
  toText,
  wireAmount,
} from '../../src/shared/money.ts'
import { formatAmount } from '#wording/amounts.ts'
import { formatMessages, formatMessage } from '#wording/format-messages.ts'

const parse = (text: string, currency = 'EUR', rule: DigitsRule = 'iso-4217') =>
  parseAmount(text, currency, rule)
const moneyOf = (text: string, currency = 'EUR', rule: DigitsRule = 'iso-4217'): Money => {
  const money = parse(text, currency, rule)
  if (!money.ok) throw new Error(formatMessage(money.fault.message))
  return money.value
}
const faultOf = (text: string, currency = 'EUR', rule: DigitsRule = 'iso-4217') => {
  const money = parse(text, currency, rule)
  if (money.ok || money.fault.kind !== 'input') throw new Error(`"${text}" was taken`)
  return formatMessages(money.fault)
}
/** Without what groups the digits of an amount. */
const plain = (text: string): string => text.replace(/\u202f/g, '').replace(/\u00a0/g, ' ')

describe('a fraction of a cent', () => {
  it.each(['0.001', '0,001', '00.001', '0.001.000'])(
    '%s is never offered as a thousand times as much',
    (text) => {
      expect(faultOf(text).readings ?? []).toEqual([])
      expect(faultOf(text).message).toContain('is not an amount')
    },
  )
})

describe('reading a typed amount', () => {
  it.each([
    ['19.99', 1999n],
    ['0.29', 29n],
    ['1.1', 110n],
    ['4.35', 435n],
    ['10', 1000n],
    ['10.5', 1050n],
    ['0.01', 1n],
    [' 10.50 ', 1050n],
    ['1234567.89', 123456789n],
    ['9007199254740.93', 900719925474093n],
  ])('takes %s as exactly %s cents', (text, minor) => {
    expect(moneyOf(text)).toEqual({ minor, currency: 'EUR', digits: 2 })
  })

  it.each([
    ['10,500', ['10.50', '10500.00']],
    ['0,010', ['0.01']],
    ['007', ['7.00']],
  ])('refuses %s and says what it could mean', (text, readings) => {
    const fault = faultOf(text)
    expect(fault.field).toBe('amount')
    expect(fault.readings?.toSorted()).toEqual(readings.toSorted())
    for (const reading of readings) expect(plain(fault.message)).toContain(reading)
  })

  // Nobody typed 1.20 where "1,205" stands: it stays in the way and is neither said nor offered.
  it.each([
    ['1,205', 'EUR', 'can be read as 1205.00 EUR, or has 3 decimals. Use at most 2', ['1205.00']],
    ['2.614', 'EUR', 'can be read as 2614.00 EUR, or has 3 decimals. Use at most 2', ['2614.00']],
    ['1 234.567', 'EUR', 'has 3 decimals. Use at most 2', []],
    ['1234,567', 'EUR', 'has 3 decimals. Use at most 2', []],
    ['1.234,567', 'EUR', 'has 3 decimals. Use at most 2', []],
    ['1.2345', 'KWD', 'has 4 decimals. Use at most 3', []],
  ])(
    'refuses %s %s and offers nothing that leaves out a digit',
    (text, currency, said, offered) => {
      const fault = faultOf(text, currency)
      expect(plain(fault.message)).toContain(`“${text}” ${said} decimals, like 1250.5`)
      expect(fault.readings ?? []).toEqual(offered)
    },
  )

  it.each([
    ['1,50', 150n],
    ['120,5', 12050n],
    ['0,05', 5n],
    ['1.234,5', 123450n],
    ['1.234,56', 123456n],
    ['1,234.56', 123456n],
    ['1.234.567', 123456700n],
    ['1,234,567.8', 123456780n],
    ['1 234', 123400n],
    ['1\u202f234.50', 123450n],
    ['1\u00a0234,50', 123450n],
    ['1’234.50', 123450n],
    ["1'234'567", 123456700n],
  ])('takes %j, which has one reading, as exactly %s cents', (text, minor) => {
    expect(moneyOf(text)).toEqual({ minor, currency: 'EUR', digits: 2 })
  })

  it.each([
    ['1,234', 'KWD', '1.234 KWD or 1234.000 KWD'],
    ['1,234', 'JPY', '1234 JPY or 1.234'],
    ['1.234', 'JPY', '1234 JPY or 1.234'],
    ['1,230', 'EUR', '1.23 EUR or 1230.00 EUR'],
    ['1,234', 'UYW', '1.2340 UYW or 1234.0000 UYW'],
  ])('refuses %s %s and says both readings', (text, currency, both) => {
    expect(plain(faultOf(text, currency).message)).toContain(`“${text}” could mean ${both}.`)
  })

  it.each([
    '00.50',
    '1 23',
    '1,23,456',
    '1.23,456',
    '1234,567.8',
    '1.234 567',
    '0 123',
    '1,2,3',
    ',5',
    '5,',
    '1 234 5',
    "1'234 567",
    '01.50',
    '+5',
    '-5',
    '−5',
    '1e3',
    '1E3',
    '0x10',
    '１２.５０',
    '٣',
    '.5',
    '5.',
    '1..5',
    '1_000',
    '$5',
    '5 EUR',
    'NaN',
    'Infinity',
    '1\n2',
    '1.5.',
    '',
    '   ',
  ])('refuses %j', (text) => {
    expect(faultOf(text)).toMatchObject({ sent: 'no', field: 'amount' })
  })

  it('refuses zero and amounts too large to add up safely', () => {
    expect(faultOf('0').message).toContain('more than zero')
    expect(faultOf('0.00').message).toContain('more than zero')
    expect(moneyOf('10000000000000.00').minor).toBe(10n ** 15n)
    expect(faultOf('10000000000000.01').message).toContain('too large')
    expect(faultOf('9'.repeat(400)).message).toContain('too large')
  })

  it('never takes an offered reading by itself, but takes it when it is typed', () => {
    for (const text of ['2.614', '2.610'])
      for (const reading of faultOf(text).readings!) expect(parse(reading).ok).toBe(true)
  })

  it('follows the currency rule for yen and Kuwaiti dinars', () => {
    expect(moneyOf('1250', 'JPY').minor).toBe(1250n)
    expect(moneyOf('1250', 'JPY', 'always-2').minor).toBe(125_000n)
    expect(moneyOf('12.50', 'JPY', 'always-2').minor).toBe(1250n)
    expect(faultOf('1250.0', 'JPY').message).toContain('no decimals')
    expect(moneyOf('2.614', 'KWD').minor).toBe(2614n)
    expect(moneyOf('2.5', 'KWD').minor).toBe(2500n)
    expect(faultOf('2.614', 'KWD', 'always-2').readings).toContain('2614.00')
    expect(faultOf('2.6140', 'KWD').readings).toContain('2.614')
  })

  it.each(['XXX', 'eur', 'EURO', '', '__proto__', 'toString', 'BTC'])(
    'refuses the currency %j',
    (currency) => {
      expect(faultOf('1.00', currency).field).toBe('currency')
    },
  )

  it('gives back every amount it wrote, for any amount and currency', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 15n }),
        fc.constantFrom('EUR', 'JPY', 'KWD', 'UYW'),
        fc.constantFrom<DigitsRule>('iso-4217', 'always-2'),
        (minor, currency, rule) => {
          const digits = moneyOf('1', currency, rule).digits
          const money = { minor, currency, digits }
          expect(moneyOf(wireAmount(money), currency, rule)).toEqual(money)
          expect(readWireAmount(wireAmount(money), currency, rule)).toEqual(money)
        },
      ),
    )
  })

  it('takes both marks alike, and all that it shows to people', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 15n }),
        fc.constantFrom('EUR', 'JPY', 'KWD', 'UYW'),
        (minor, currency) => {
          const money = { minor, currency, digits: moneyOf('1', currency).digits }
          const written = wireAmount(money)
          const shown = formatAmount(toText(money)).replace(`\u00a0${currency}`, '')
          expect(moneyOf(shown, currency)).toEqual(money)
          const [whole = '', decimals = ''] = written.split('.')
          // Behind up to three digits, three more may also be a group.
          const isGroup = decimals.length === 3 && /^[1-9]\d{0,2}$/.test(whole)
          if (decimals !== '' && !isGroup)
            expect(moneyOf(written.replace('.', ','), currency)).toEqual(money)
        },
      ),
    )
  })

  const anyText = fc.string({ unit: fc.constantFrom(...'00123456789.,., ’+-eE٣１'), maxLength: 12 })

  it('takes only what the slow reading of it has once', () => {
    fc.assert(
      fc.property(anyText, fc.constantFrom('EUR', 'JPY', 'KWD', 'UYW'), (text, currency) => {
        const money = parse(text, currency)
        const { digits } = moneyOf('1', currency)
        const meant = slowReadings(text.trim(), digits)
        if (!money.ok) return
        const isPlain = /^\d+(\.\d+)?$/.test(text.trim())
        // What Paydesk writes itself is always its own amount; of anything else there is one.
        expect(isPlain ? [...meant] : meant.size).toEqual(
          isPlain ? expect.arrayContaining([money.value.minor]) : 1,
        )
        expect(meant).toContain(money.value.minor)
      }),
      { numRuns: 5000 },
    )
  })

  it('refuses what has two readings, and offers both', () => {
    fc.assert(
      fc.property(anyText, fc.constantFrom('EUR', 'JPY', 'KWD', 'UYW'), (text, currency) => {
        const { digits } = moneyOf('1', currency)
        const meant = slowReadings(text.trim(), digits)
        if (meant.size < 2 || /^\d+(\.\d+)?$/.test(text.trim())) return
        const offered = faultOf(text, currency).readings ?? []
        expect(offered.map((one) => moneyOf(one, currency).minor)).toEqual(
          expect.arrayContaining([...meant]),
        )
      }),
      { numRuns: 5000 },
    )
  })
})

/**
 * Every amount that some country's way of writing gives the text: for each decimal mark and each
 * grouping mark, by writing the number anew and comparing.
 */
function slowReadings(text: string, digits: number): Set<bigint> {
  const found = new Set<bigint>()
  const same = text.replaceAll('’', "'")
  for (const group of ['', '.', ',', ' ', "'"])
    for (const mark of ['.', ',']) {
      if (group === mark) continue
      const bare = same.replaceAll(group, '').replace(mark, '.')
      const [whole = '', decimals = ''] = bare.split('.')
      if (!/^\d+$/.test(whole) || !/^\d*$/.test(decimals) || decimals.length > digits) continue
      const groups = whole.replace(/\B(?=(\d{3})+$)/g, group)
      const end = bare.includes('.') ? `${mark}${decimals}` : ''
      if (end === mark || (whole.length > 1 && whole.startsWith('0'))) continue
      if (`${groups}${end}` === same) found.add(BigInt(whole + decimals.padEnd(digits, '0')))
    }
  return new Set([...found].filter((minor) => minor > 0n))
}

describe('reading an amount the gateway wrote', () => {
  it.each([
    ['10.5', 1050n],
    ['10.50', 1050n],
    ['10', 1000n],
    ['10.500', 1050n],
    ['0.00', 0n],
    [' 10.42\n', 1042n],
    ['90071992547409.5', 9007199254740950n],
  ])('takes %j', (text, minor) => {
    expect(readWireAmount(text, 'EUR', 'iso-4217')?.minor).toBe(minor)
  })

  it.each(['10.505', '10,50', '-1', '1e2', '', 'abc', '1234567890123456'])('leaves %j', (text) => {
    expect(readWireAmount(text, 'EUR', 'iso-4217')).toBeUndefined()
  })
})

describe('writing an amount', () => {
  it.each([
    [1n, 2, '0.01'],
    [10n, 2, '0.10'],
    [1999n, 2, '19.99'],
    [1250n, 0, '1250'],
    [5n, 3, '0.005'],
    [1n, 4, '0.0001'],
    [123456789012n, 2, '1234567890.12'],
  ])('writes %s minor units with %i digits as %s on the wire', (minor, digits, text) => {
    expect(wireAmount({ minor, digits, currency: 'EUR' })).toBe(text)
    expect(toText({ minor, digits, currency: 'EUR' })).toEqual({ amount: text, currency: 'EUR' })
  })

  it.each([
    ['1234.50', 'EUR', '1\u202f234.50\u00a0EUR'],
    ['999.00', 'EUR', '999.00\u00a0EUR'],
    ['1234567', 'JPY', '1\u202f234\u202f567\u00a0JPY'],
    ['0.005', 'KWD', '0.005\u00a0KWD'],
    ['1234.5678', 'UYW', '1\u202f234.5678\u00a0UYW'],
  ])('shows %s %s to people as %j', (amount, currency, shown) => {
    expect(formatAmount({ amount, currency })).toBe(shown)
  })
})
