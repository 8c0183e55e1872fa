// Lists that name no amounts: what they mean is asked, never guessed.
// MONEY: a row without an amount moves all that is left of its order.
import { describe, expect, it } from 'vitest'
import { readFile, type ReadOptions } from '../../../src/main/files/read-file.ts'
import { optionsOf } from '../../campaigns/files/refusals.ts'

const readText = (text: string, more: Partial<ReadOptions> = {}) =>
  readFile({ text }, optionsOf({ reason: { most: 50, isNeeded: false }, ...more }))
const kindsOf = ({ isUsable, wrong }: Awaited<ReturnType<typeof readFile>>): unknown[] => [
  ...[isUsable, wrong.map(({ kind }) => kind)],
]
const moneyOf = ({ rows }: Awaited<ReturnType<typeof readFile>>): unknown[] =>
  rows.map(({ amount }) => amount && [amount.minor, amount.currency])
const capture = { purpose: 'capture', operation: 'capture' } as const

describe('a list without a column of amounts', () => {
  it.each([{}, capture])('is read once a person says what it means: %j', async (more) => {
    const text = 'Order ID,Owed\n6760150,20.00 EUR\n'
    const read = (choices: ReadOptions['choices']) => readText(`${text}`, { ...more, choices })
    const roles = ['orderId', 'none'] as const
    expect(kindsOf(await read({ roles: [...roles] }))).toEqual([false, ['no-amounts']])
    const said = await read({ roles: [...roles], allLeft: true })
    expect([...kindsOf(said), ...moneyOf(said)]).toEqual([true, [], null])
    // An amount that is there is read whatever was said before.
    const named = await read({ roles: ['orderId', 'amount'], allLeft: true })
    expect(moneyOf(named)).toEqual([[2000n, 'EUR']])
  })

  it('asks where two columns could be the amounts', async () => {
    const text = '6760150\t20.00 EUR\t1.00 EUR\n6760151\t30.00 EUR\t2.00 EUR\n'
    expect(kindsOf(await readText(text))).toEqual([false, ['no-amounts']])
  })

  it('is voided without a question', async () => {
    const voids = { purpose: 'void', operation: 'void' } as const
    expect(kindsOf(await readText('Order ID\n6760150\n', voids))).toEqual([true, []])
  })
})

describe('a row of voids', () => {
  const voids = { purpose: 'void', operation: 'void' } as const
  // MONEY: an amount that a row names has to be the whole hold; without its currency it is none.
  it('that names an amount names its currency', async () => {
    const read = (text: string, more: Partial<ReadOptions> = {}) =>
      readText(`Order ID,Amount${text}`, { ...voids, ...more })
    const bare = await read('\n6760150,300.00\n6760151,\n')
    expect([...kindsOf(bare), moneyOf(bare)]).toEqual([true, ['currency'], [null]])
    const empty = await read(',Currency\n6760150,300.00,\n6760151,300.00,EUR\n')
    expect([...kindsOf(empty), moneyOf(empty)]).toEqual([true, ['currency'], [[30000n, 'EUR']]])
    const said = await read('\n6760150,300.00\n', { choices: { currency: 'EUR' } })
    expect([...kindsOf(said), moneyOf(said)]).toEqual([true, [], [[30000n, 'EUR']]])
  })
})

describe('a column of amounts', () => {
  it('may hold whole ones, beside a currency', async () => {
    const reading = await readText('6760150\t20\tEUR\n6760151\t12000\tJPY\n')
    expect([...kindsOf(reading), moneyOf(reading)]).toEqual([
      ...[true, [], [...[[2000n, 'EUR']], [12000n, 'JPY']]],
    ])
  })

  it.each(['Amount (EUR)', 'Betrag in EUR', 'Refund [EUR]'])(
    'that is named %j has that currency alone',
    async (name) => {
      const read = (cells: string, more = '') =>
        readText(`Order ID,${name}${more}\n6760150,${cells}\n`)
      expect(moneyOf(await read('20.00'))).toEqual([[2000n, 'EUR']])
      expect(kindsOf(await read('20.00 USD'))).toEqual([true, ['currency']])
      expect(kindsOf(await read('20.00,USD', ',Currency'))).toEqual([true, ['currency']])
    },
  )
})

describe('the saved result of a run', () => {
  it('is no list of what is to be done', async () => {
    const head = 'line,order_id,merchant_order_id,asked,sends,currency,does,outcome,moved,message'
    const result = `${head}\n2,6760150,,20.00,20.00,EUR,return,done,20.00,\n`
    const roles = head.split(',').map((name) => (name === 'order_id' ? 'orderId' : 'none'))
    const choices = { roles, allLeft: true as const }
    const [kinds, chosen] = [await readText(result), await readText(result, { choices })]
    expect([kindsOf(kinds), kindsOf(chosen)]).toEqual([
      ...[
        [false, ['own-result']],
        [false, ['own-result']],
      ],
    ])
  })
})
