// The sum of the seals against somebody who has old copies: each seal lies in the file, so a set of
// older rows could be chosen whose seals add up to the same. Cut to a few bits the choice takes a
// moment with plain sums; what a seal adds is now known to the key alone.
import { createHmac, createSecretKey, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  headText,
  macOf,
  NO_SUM,
  readHead,
  summed,
  summedAll,
  type TableSum,
} from '../../../../src/main/ledger/seals/row-mac.ts'

const key = createSecretKey(Buffer.alloc(32, 7))
const BITS = 24n
const cut = (mac: Uint8Array): bigint =>
  BigInt(`0x${Buffer.from(mac).toString('hex')}`) & ((1n << BITS) - 1n)
/** Seals of rows as they are, and as an old copy has them. */
const pairs = Array.from({ length: 40 }, (_, n) => ({
  now: macOf(key, `row ${n} now`),
  old: macOf(key, `row ${n} old`),
}))

/** Rows to be put back so that the sum, cut to BITS, stays: found by what the file tells. */
function chooseRows(): number[] {
  const change = ({ now, old }: (typeof pairs)[number]): bigint => cut(old) - cut(now)
  const sumsOf = (from: number): Map<bigint, number> => {
    const sums = new Map<bigint, number>()
    for (let set = 0; set < 1 << 16; set += 1) {
      let sum = 0n
      for (let n = 0; n < 16; n += 1) if ((set >> n) & 1) sum += change(pairs[from + n]!)
      sums.set(BigInt.asUintN(Number(BITS), sum), set)
    }
    return sums
  }
  const [first, second] = [sumsOf(0), sumsOf(16)]
  for (const [sum, one] of first) {
    const two = second.get(BigInt.asUintN(Number(BITS), -sum))
    if (two === undefined || one + two === 0) continue
    const bits = (set: number, from: number): number[] =>
      Array.from({ length: 16 }, (_, n) => n + from).filter((n) => (set >> (n - from)) & 1)
    return [...bits(one, 0), ...bits(two, 16)]
  }
  return []
}

const numberOf = ([, sum]: TableSum): bigint => BigInt(`0x${sum}`) & ((1n << BITS) - 1n)

describe('old rows chosen so that their seals add up to the same', () => {
  const chosen = chooseRows()
  const after = pairs.map(({ now, old }, n) => (chosen.includes(n) ? old : now))
  const before = pairs.map(({ now }) => now)

  it('are found in a moment, and a plain sum does not show them', () => {
    expect(chosen.length).toBeGreaterThan(1)
    const plain = (macs: Buffer[]): bigint =>
      BigInt.asUintN(
        Number(BITS),
        macs.reduce((sum, mac) => sum + cut(mac), 0n),
      )
    expect(plain(after)).toBe(plain(before))
  })

  it('show in the sum of the table', () => {
    const [was, is] = [summedAll(key, NO_SUM, before), summedAll(key, NO_SUM, after)]
    expect(numberOf(is)).not.toBe(numberOf(was))
  })
})

describe('what a seal adds to the sum', () => {
  it('is not the seal, and another with another key', () => {
    const mac = macOf(key, 'row')
    const term = createHmac('sha256', key).update('paydesk-sum 1').update(mac).digest('hex')
    expect(summedAll(key, NO_SUM, [mac])).toEqual([1, term])
    expect(term).not.toBe(mac.toString('hex'))
    const other = createSecretKey(randomBytes(32))
    expect(summedAll(other, NO_SUM, [mac])).not.toEqual([1, term])
  })

  it('goes again when the seal goes', () => {
    const macs = pairs.map(({ now }) => now)
    const all = summedAll(key, NO_SUM, macs)
    const back = macs.reduce<TableSum>((sum, mac) => summed(key, sum, mac, null), all)
    expect(back).toEqual(NO_SUM)
  })

  it('can’t be read out of two heads', () => {
    const chain = '0'.repeat(64)
    const mac = macOf(key, 'row')
    const [none, one] = [NO_SUM, summed(key, NO_SUM, null, mac)].map((sum) => ({
      ...{ size: 1, chain },
      tables: { attempt: sum },
    }))
    const texts = [headText(key, none!), headText(key, one!)]
    const shown = texts.map((text) => {
      const { tables } = JSON.parse(text.split('\n')[0]!) as { tables: { attempt: TableSum } }
      return tables.attempt[1]
    })
    expect(shown[0]).not.toContain(none!.tables.attempt[1])
    const gap = BigInt(`0x${shown[1]!.slice(32)}`) - BigInt(`0x${shown[0]!.slice(32)}`)
    expect(BigInt.asUintN(256, gap).toString(16).padStart(64, '0')).not.toBe(one!.tables.attempt[1])
    expect(texts.map((text) => readHead(key, text))).toEqual([none, one])
  })
})
