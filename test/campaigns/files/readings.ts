// Reads what was written in many ways: every row has to come back as it was meant, equal lists have
// to be known again, and different ones must not.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { holdsCardNumber } from '#shared/cards/card-number.ts'
import type { FileReading, ReadChoices } from '#shared/files/file-row.ts'
import { rowMeaning } from '../../../src/main/files/meaning.ts'
import { readFile } from '../../../src/main/files/read-file.ts'
import { makeRandom, type Random } from '../faults/random.ts'
import { optionsOf } from './refusals.ts'
import { drawRefunds, type Refund, written, type Writing } from './written.ts'

const money = optionsOf()

/** Answers what the reading asks, as a person who knows the file would. */
async function readAnswering(path: string, { answers }: Writing): Promise<FileReading> {
  let choices: ReadChoices = {}
  for (let round = 0; ; round += 1) {
    const reading = await readFile({ path }, { ...money, choices })
    const asked = reading.wrong.map(({ kind }) => kind)
    const next = { ...choices }
    if (asked.includes('encoding') && answers.encoding !== undefined)
      next.encoding = answers.encoding
    if (asked.includes('amount-unclear')) next.decimalMark = answers.decimalMark!
    if (asked.includes('negative') && answers.minus !== undefined) next.minus = answers.minus
    if (round === 4 || JSON.stringify(next) === JSON.stringify(choices)) return reading
    choices = next
  }
}

const plain = ({ orderId, minor, currency, digits, reason }: Refund): string =>
  [orderId, minor, currency, digits, reason].join(' ')

/** What differs between a list and its reading; null for nothing. */
function differenceOf(refunds: readonly Refund[], { wrong, rows }: FileReading): string | null {
  if (wrong.length > 0)
    return wrong
      .slice(0, 3)
      .map(({ message }) => message)
      .join('; ')
  const read = rows.map(({ orderId, amount, reason }) =>
    [orderId, amount?.minor, amount?.currency, amount?.digits, reason].join(' '),
  )
  const due = refunds.map(plain)
  const at = due.findIndex((row, index) => row !== read[index])
  return at === -1 && read.length === due.length ? null : `${read[at]} and not ${due[at]}`
}

/**
 * Whether so many ids of a short list have the form of a card number that nothing in the list tells
 * them from card numbers: it is refused as one of these (docs/decisions/0172).
 */
const isLikeCards = (refunds: readonly Refund[], { wrong }: FileReading): boolean => {
  const alike = refunds.filter(({ orderId }) => holdsCardNumber(orderId)).length
  const isAlike = refunds.length - alike < 2 || alike * 2 > refunds.length
  return isAlike && wrong.length > 0 && wrong.every(({ kind }) => kind === 'card-number')
}

type Say = (line: string) => void
interface Task {
  count: number
  seed: number
  folder: string
}

async function readWritten(
  refunds: readonly Refund[],
  random: Random,
  path: string,
  mayNegate = true,
): Promise<FileReading> {
  const writing = await written(refunds, random, mayNegate)
  writeFileSync(path, writing.bytes)
  return readAnswering(path, writing)
}

export async function tryGood(
  { count, seed, folder }: Task,
  say: Say,
): Promise<{ good: number; misread: number; likeCards: number }> {
  const random = makeRandom(seed)
  const path = join(folder, 'good')
  let [misread, likeCards] = [0, 0]
  for (let at = 0; at < count; at += 1) {
    const refunds = drawRefunds(random)
    const reading = await readWritten(refunds, random, path)
    const problem = differenceOf(refunds, reading)
    if (problem === null) continue
    if (isLikeCards(refunds, reading)) {
      likeCards += 1
      continue
    }
    misread += 1
    if (misread <= 10) say(`list ${at}: ${problem}`)
  }
  return { good: count, misread, likeCards }
}

/** A list that asks for other money than the first. */
function different(refunds: readonly Refund[], random: Random): Refund[] {
  const at = random.below(refunds.length)
  const one = refunds[at]!
  const changed = random.pick<Partial<Refund>>([
    { minor: one.minor + 1n },
    { orderId: `${BigInt(one.orderId) + 5_000n}` },
    one.currency === 'EUR' ? { currency: 'USD', digits: 2 } : { currency: 'EUR', digits: 2 },
  ])
  if (random.chance(0.2)) return refunds.slice(1)
  return refunds.map((refund, index) => (index === at ? { ...refund, ...changed } : refund))
}

/** Disguises, halves and different lists of one seed. */
export async function tryMeanings(
  { count, seed, folder }: Task,
  say: Say,
): Promise<{
  disguises: number
  notKnown: number
  halves: number
  halvesNotKnown: number
  different: number
  takenForSame: number
}> {
  const random = makeRandom(seed)
  const path = join(folder, 'meaning')
  const sums = {
    disguises: 0,
    notKnown: 0,
    halves: 0,
    halvesNotKnown: 0,
    different: 0,
    takenForSame: 0,
  }
  for (let at = 0; at < count; at += 1) {
    const refunds = drawRefunds(random, 4 + random.below(20))
    const known = await readWritten(refunds, random, path, false)
    const shuffled = refunds.toSorted(() => random.below(3) - 1)
    const again = await readWritten(shuffled, random, path, false)
    sums.disguises += 1
    if (!known.isUsable || again.meaning !== known.meaning) {
      sums.notKnown += 1
      say(`list ${at}: not known again: ${again.wrong[0]?.message ?? ''}`)
    }
    const other = await readWritten(different(refunds, random), random, path, false)
    sums.different += 1
    if (!other.isUsable || other.meaning === known.meaning) sums.takenForSame += 1
    if (at % 10 !== 0) continue
    const half = await readWritten(refunds.slice(0, refunds.length >> 1), random, path, false)
    const rows = new Set(known.rows.map((row) => rowMeaning(money, row).toString('hex')))
    sums.halves += 1
    const isKnown = half.rows.every((row) => rows.has(rowMeaning(money, row).toString('hex')))
    if (!half.isUsable || !isKnown || half.meaning === known.meaning) sums.halvesNotKnown += 1
  }
  return sums
}
