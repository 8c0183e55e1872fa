// Fees of the lines of a report: what is taken off, what is left, and the rate at which a line was
// turned into other money (rule 9 of docs/reconciliation.md). Pure.
// MONEY: gross less fees is net, to the minor unit, or the line says what it lacks. Nothing is
// rounded away and no line is near enough.
import type { ColumnRole } from '#shared/files/column-role.ts'
import type { FileRow, ReadChoices, WrongRow } from '#shared/files/file-row.ts'
import { say } from '#shared/message.ts'
import { type DigitsRule, digitsOf, type Money } from '#shared/money.ts'
import { feeDifference, isAtRate } from '#shared/reconcile/fees.ts'
import { isMoneyOut } from '#shared/reconcile/report-line.ts'
import { readAmountCell } from './amount-cell.ts'
import { type DecimalMark, readCell } from './amount-column.ts'
import { short } from './id-cell.ts'
import type { CellKind } from '../bytes/source-row.ts'

interface FeeCells {
  line: number
  cells: Partial<Record<ColumnRole, string>>
  kinds?: Partial<Record<ColumnRole, CellKind>>
}

interface FeeOptions {
  choices: ReadChoices
  digitsRule: DigitsRule
  mark: DecimalMark
}

interface Stated {
  row: FileRow
  /** Negative where money went out. */
  gross: Money
  /** As they are written; null where the cell is empty or no column has them. */
  fee: bigint | null
  net: bigint | null
}

const feeRoles = ['fee', 'net', 'rate'] as const

/** The rows with their fees, and those that say something else than they add up to. */
export function withFees(
  cells: ReadonlyMap<number, FeeCells>,
  rows: readonly FileRow[],
  options: FeeOptions,
): { rows: FileRow[]; wrong: WrongRow[] } {
  const isAsked = rows.some(({ line }) =>
    feeRoles.some((role) => cells.get(line)?.cells[role] !== undefined),
  )
  if (!isAsked) return { rows: [...rows], wrong: [] }
  const wrong: WrongRow[] = []
  const stated = rows.flatMap((row) => statedOf(row, cells.get(row.line)!, options, wrong))
  const sign = feeSign(stated)
  const isPlain = isNetWithoutSign(stated, cells)
  const found = stated.flatMap((one) => rowWithFee(one, { sign, isPlain }, wrong))
  const bad = new Set(wrong.map(({ line }) => line))
  return { rows: found.filter(({ line }) => !bad.has(line)), wrong }
}

function statedOf(row: FileRow, of: FeeCells, options: FeeOptions, wrong: WrongRow[]): Stated[] {
  const { amount, moved, line } = row
  if (amount === null || moved === undefined) return []
  const gross = { ...amount, minor: isMoneyOut(moved.kind) ? -amount.minor : amount.minor }
  const cell = (role: 'fee' | 'net'): bigint | null => {
    const text = (of.cells[role] ?? '').trim()
    if (text === '') return null
    const minor = minorOf(text, of.kinds?.[role] !== undefined, amount, options)
    if (minor === null)
      wrong.push({
        kind: 'fees',
        line,
        message: say('files.no-amount', { line, text: short(text) }),
      })
    return minor
  }
  const rate = ofRate(row, amount, of, options)
  if (rate !== null) wrong.push(rate)
  return [{ row, gross, fee: cell('fee'), net: cell('net') }]
}

/** In the currency of the line; null for what is no amount of it. Zero is one. */
function minorOf(
  text: string,
  isNumber: boolean,
  { currency, digits }: Money,
  { choices, mark }: FeeOptions,
): bigint | null {
  const cell = isNumber ? { number: text, currencies: null } : readAmountCell(text)
  if (cell === null || cell.currencies?.includes(currency) === false) return null
  const number = readCell(cell.number, isNumber ? '.' : mark)
  if (number === null) return null
  const [whole = '', decimals = ''] = number.plain.split('.')
  const kept = decimals.replace(/0+$/, '')
  const places = choices.unit === 'minor' ? 0 : digits
  if (kept.length > places) return null
  const minor = BigInt(whole + kept.padEnd(places, '0'))
  return number.isNegative ? -minor : minor
}

/** -1n where the file writes what is taken off with a minus, as all its lines show. */
function feeSign(stated: readonly Stated[]): 1n | -1n {
  const some = stated.filter(({ fee }) => fee !== null && fee !== 0n)
  const fits = (sign: bigint): number =>
    some.filter(
      ({ gross, fee, net }) => net !== null && lacks(gross.minor, sign * fee!, net) === 0n,
    ).length
  const [plus, minus] = [fits(1n), fits(-1n)]
  if (plus !== minus) return minus > plus ? -1n : 1n
  return some.length > 0 && some.every(({ fee }) => fee! < 0n) ? -1n : 1n
}

const lacks = (gross: bigint, fee: bigint, net: bigint): bigint =>
  feeDifference({ gross, fees: [fee], net })

/** Whether the kind alone says the direction: no amount out and no net has a minus. */
const isNetWithoutSign = (
  stated: readonly Stated[],
  cells: ReadonlyMap<number, FeeCells>,
): boolean =>
  stated.every(({ row, net }) => {
    const written = cells.get(row.line)!.cells
    const isSigned = /^\s*[-(\u2212]/.test(written.amount ?? '')
    return !isSigned && written.debit === undefined && (net === null || net >= 0n)
  })

function rowWithFee(
  { row, gross, fee, net: written }: Stated,
  { sign, isPlain }: { sign: bigint; isPlain: boolean },
  wrong: WrongRow[],
): FileRow[] {
  const { moved, line } = row
  const net = written !== null && isPlain && gross.minor < 0n ? -written : written
  const taken = fee === null ? (net === null ? null : gross.minor - net) : sign * fee
  if (taken === null || moved === undefined) return [row]
  // MONEY: no column has a fee, so a net of the other side would make one out of the whole amount.
  if (fee === null && net !== null && gross.minor * net < 0n) {
    const values = { gross, net: { ...gross, minor: net } }
    wrong.push({ kind: 'fees', line, message: say('files.net-other-side', { line, ...values }) })
    return []
  }
  const lacking = net === null ? 0n : lacks(gross.minor, taken, net)
  if (lacking === 0n) return [{ ...row, moved: { ...moved, fee: taken } }]
  const money = (minor: bigint): Money => ({ ...gross, minor })
  const values = { gross: gross, fee: money(taken), net: money(net!), lacks: money(lacking) }
  wrong.push({ kind: 'fees', line, message: say('files.fees-differ', { line, ...values }) })
  return []
}

/** Only where the line names all of it: another amount, its currency and the rate. */
function ofRate(
  { line }: FileRow,
  transaction: Money,
  { cells, kinds }: FeeCells,
  options: FeeOptions,
): WrongRow | null {
  const { rate = '', convertedAmount = '', convertedCurrency = '' } = cells
  const [written, other] = [rate.trim(), convertedAmount.trim()]
  const currency = convertedCurrency.trim().toUpperCase()
  if (written === '' || other === '') return null
  const digits = digitsOf(currency, options.digitsRule)
  const at = { line, text: short(written) }
  const refused = (message: string): WrongRow => ({ kind: 'fees', line, message })
  if (digits === undefined) return refused(say('files.currency-missing', { line }))
  const converted = { minor: 0n, currency, digits }
  const minor = minorOf(other, kinds?.convertedAmount !== undefined, converted, options)
  if (minor === null) return refused(say('files.no-amount', { line, text: short(other) }))
  const size = minor < 0n ? -minor : minor
  const plain = written.replace(/^(\d+),(\d+)$/, '$1.$2')
  if (!/^\d+(\.\d+)?$/.test(plain)) return refused(say('files.no-rate', at))
  if (isAtRate(transaction, { minor: size, digits }, plain)) return null
  const values = { amount: transaction, converted: { ...converted, minor: size } }
  return refused(say('files.rate-differs', { ...at, ...values }))
}
