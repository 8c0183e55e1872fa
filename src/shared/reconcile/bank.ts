// Rule 8 of docs/reconciliation.md: one line of a bank statement is thousands of orders of a
// report. A batch's number proves the group; without one, the sum of exactly one group of ONE
// declared grouping does. No search for subsets: it finds sums that mean nothing.

export interface ReportGroup {
  /** The number of the batch, the day of payment or the merchant account. */
  name: string
  currency: string
  netMinor: bigint
}

export interface BankLine {
  line: number
  currency: string
  /** Negative where the bank took money. */
  minor: bigint
  /** All texts of the line in which a number of a batch may stand. */
  text: string
}

export type BankVerdict =
  | { line: number; kind: 'by-number' | 'by-sum'; group: string }
  | { line: number; kind: 'differs'; group: string; differenceMinor: bigint }
  | { line: number; kind: 'several'; groups: readonly string[] }
  | { line: number; kind: 'none' }

/**
 * The words in which a number of a batch may stand. Whole numbers only: batch 21 is not named by
 * “batch 214”. Some have signs in them, as 2026/11_4 has, which elsewhere stand between two words
 * or behind one: both readings count.
 */
export const batchNamesIn = (text: string): string[] => {
  const whole = text
    .split(/[^\p{L}\p{N}_/.-]+/u)
    .map((word) => word.replaceAll(/^[_/.]+|[_/.]+$/g, ''))
    .filter((word) => /[_/.]/.test(word))
  return [...new Set([...text.split(/[^\p{L}\p{N}-]+/u), ...whole])]
}

/** By a word that names them, or by their money. */
type Groups = ReadonlyMap<string, readonly ReportGroup[]>

/** A batch of two currencies is two groups; the line is of its own one, where there is one. */
function namedBy({ text, currency }: BankLine, byName: Groups): ReportGroup[] {
  const all = batchNamesIn(text.toLowerCase()).flatMap((word) => byName.get(word) ?? [])
  const own = all.filter((group) => group.currency === currency)
  return own.length > 0 ? own : all
}

const moneyOf = ({ currency }: { currency: string }, minor: bigint): string =>
  `${currency} ${minor}`

export function matchBankLines(
  lines: readonly BankLine[],
  groups: readonly ReportGroup[],
): BankVerdict[] {
  const byName = Map.groupBy(
    groups.filter(({ name }) => name.length >= 3),
    ({ name }) => name.toLowerCase(),
  )
  const named = new Map(lines.map((line) => [line, namedBy(line, byName)]))
  const taken = new Map<ReportGroup, number>()
  for (const those of named.values())
    for (const group of those) taken.set(group, (taken.get(group) ?? 0) + 1)
  const free = Map.groupBy(
    groups.filter((one) => !taken.has(one)),
    (one) => moneyOf(one, one.netMinor),
  )
  const unnamed = Map.groupBy(
    lines.filter((one) => named.get(one)!.length === 0),
    (one) => moneyOf(one, one.minor),
  )
  return lines.map((line): BankVerdict => {
    const [group, ...others] = named.get(line)!
    if (others.length > 0 || (group !== undefined && taken.get(group)! > 1))
      return { line: line.line, kind: 'several', groups: named.get(line)!.map(({ name }) => name) }
    if (group !== undefined) return ofNamed(line, group)
    return ofSum(line, free, unnamed.get(moneyOf(line, line.minor))!.length)
  })
}

const ofNamed = (line: BankLine, group: ReportGroup): BankVerdict =>
  group.currency === line.currency && group.netMinor === line.minor
    ? { line: line.line, kind: 'by-number', group: group.name }
    : {
        ...{ line: line.line, kind: 'differs', group: group.name },
        differenceMinor: line.minor - group.netMinor,
      }

/** By the sum alone: only where one group and one line of the whole statement have it. */
function ofSum(line: BankLine, free: Groups, alike: number): BankVerdict {
  const fits = free.get(moneyOf(line, line.minor)) ?? []
  if (fits.length === 0) return { line: line.line, kind: 'none' }
  if (fits.length > 1 || alike > 1)
    return { line: line.line, kind: 'several', groups: fits.map(({ name }) => name) }
  return { line: line.line, kind: 'by-sum', group: fits[0]!.name }
}
