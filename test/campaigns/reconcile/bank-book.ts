// Statements of a bank with a known truth: batches that arrived whole, less by a cent, in two
// lines, without their number or not at all, beside rent and salaries, some of which have the sum
// of a batch. They are written as a bank writes them, read by the product, and matched by rule 8.
import { matchBankLines, type ReportGroup } from '#shared/reconcile/bank.ts'
import { isMoneyOut } from '#shared/reconcile/report-line.ts'
import { readFile } from '../../../src/main/files/read-file.ts'
import { makeRandom, type Random } from '../faults/random.ts'
import { optionsOf } from '../files/refusals.ts'
import { type BankEntry, camt, mt940 } from '../files/statements.ts'

export interface BankScore {
  bankLines: number
  bankMatched: number
  /** Lines that name one batch and are another one, or none. */
  bankWrong: number
  /** By their sum alone, for a person to accept. */
  bankBySum: number
  bankBySumWrong: number
  /** Amounts, sides or lines that were read otherwise than they were written. */
  bankMisread: number
  /** Batches that arrived whole under their number, and were not matched. */
  bankMissed: number
}

export const noBankScore = (): BankScore => ({
  ...{ bankLines: 0, bankMatched: 0, bankWrong: 0, bankBySum: 0, bankBySumWrong: 0 },
  ...{ bankMisread: 0, bankMissed: 0 },
})

interface Line {
  units: bigint
  text: string
  /** The batch that it pays; null for what else moves. */
  truth: string | null
  /** It names its batch, pays it whole, and is the only line that names it. */
  isPlain: boolean
}

const monies = [
  ['JPY', 0],
  ['EUR', 2],
  ['KWD', 3],
] as const

const amountOf = (units: bigint, decimals: number): string => {
  const sign = units < 0n ? '-' : ''
  const text = (units < 0n ? -units : units).toString().padStart(decimals + 1, '0')
  const cut = text.length - decimals
  return `${sign}${text.slice(0, cut)}${decimals === 0 ? '' : `.${text.slice(cut)}`}`
}

/** Sums repeat: many days of a shop are alike. */
function batchesOf(count: number, currency: string, random: Random): ReportGroup[] {
  const usual = Array.from({ length: 5 }, () => BigInt(1 + random.below(900_000)))
  const first = 10_000 + random.below(80_000)
  return Array.from({ length: count }, (_, at) => {
    const size = random.below(5) === 0 ? random.pick(usual) : BigInt(1 + random.below(9_000_000))
    const netMinor = random.below(12) === 0 ? -size : size
    return { name: `${random.pick(['S-', 'batch'])}${first + at}`, currency, netMinor }
  })
}

function linesOf(batch: ReportGroup, random: Random): Line[] {
  const { name, netMinor: units } = batch
  const longer = `${name}${random.below(10)}`
  const named = `Settlement ${name} of the acquirer, ref ${random.below(9_999)}`
  const one = (more: Partial<Line>): Line => ({
    ...{ units, text: named, truth: name, isPlain: false, ...more },
  })
  const drawn = random.below(20)
  if (drawn < 13) return [one({ isPlain: true })]
  if (drawn < 15) return [one({ text: `Acquirer ${random.below(999)}` })]
  if (drawn < 16) return [one({ units: units - 1n === 0n ? units + 1n : units - 1n })]
  if (drawn < 17 && units > 2n) return [one({ units: units - 1n }), one({ units: 1n })]
  if (drawn < 18) return [one({ text: `Rent ${longer}`, truth: null, units: -units })]
  return []
}

const foreign = (batches: readonly ReportGroup[], random: Random): Line => {
  const isLike = random.below(4) === 0
  const units = isLike ? random.pick(batches).netMinor : BigInt(1 + random.below(9_000_000))
  return { units, text: `Salary ${random.below(99_999)}`, truth: null, isPlain: false }
}

export async function scoreBankBook(rows: number, seed: number): Promise<BankScore> {
  const random = makeRandom(seed)
  const score = noBankScore()
  for (const [currency, decimals] of monies) {
    const batches = batchesOf(Math.max(4, rows), currency, random)
    const lines = batches.flatMap((batch) => linesOf(batch, random))
    for (let at = 0; at < rows / 4; at += 1)
      lines.splice(random.below(lines.length + 1), 0, foreign(batches, random))
    const entries = lines.map(({ units, text }, at): BankEntry => {
      const amount = amountOf(units, decimals)
      return { amount, text, day: `2026-11-${10 + random.below(18)}`, reference: `B${at}` }
    })
    const made = { account: 'DE89370400440532013000', currency, decimals, opening: '0', entries }
    const text = random.below(2) === 0 ? camt(made) : mt940(made)
    const reading = await readFile({ text }, optionsOf({ purpose: 'report' }))
    const read = reading.rows.map(({ amount, moved }, at) => ({
      ...{ line: at, currency: amount!.currency, text: moved!.batch ?? '' },
      minor: isMoneyOut(moved!.kind) ? -amount!.minor : amount!.minor,
    }))
    const isRead = read.length === lines.length
    score.bankMisread += isRead
      ? lines.filter(({ units }, at) => units !== read[at]!.minor).length
      : 1
    if (isRead) compare(lines, matchBankLines(read, batches), score)
  }
  return score
}

function compare(
  lines: readonly Line[],
  verdicts: ReturnType<typeof matchBankLines>,
  score: BankScore,
): void {
  for (const [at, { truth, isPlain }] of lines.entries()) {
    const verdict = verdicts[at]!
    score.bankLines += 1
    const isSum = verdict.kind === 'by-sum'
    const isNumber = verdict.kind === 'by-number'
    const isRight = (isSum || isNumber) && verdict.group === truth
    if (isNumber) score[isRight ? 'bankMatched' : 'bankWrong'] += 1
    if (isSum) score[isRight ? 'bankBySum' : 'bankBySumWrong'] += 1
    if (isPlain && !isNumber) score.bankMissed += 1
  }
}
