// Rule 9 of docs/reconciliation.md: fees are facts, not tolerances. A line states gross, fees and
// net; they agree to the minor unit, or the line says what it lacks.

export interface StatedFees {
  gross: bigint
  fees: readonly bigint[]
  net: bigint
}

/** What is missing between gross less fees and net, in minor units: 0n when the line is right. */
export const feeDifference = ({ gross, fees, net }: StatedFees): bigint =>
  gross - fees.reduce((sum, fee) => sum + fee, 0n) - net

/**
 * Whether an amount in another currency follows from the line's own rate: to half a minor unit,
 * ties included. The rate is the text of its column, a decimal number with a dot, of the other
 * money per unit of the transaction.
 */
export function isAtRate(
  transaction: { minor: bigint; digits: number },
  converted: { minor: bigint; digits: number },
  rate: string,
): boolean {
  const read = /^(\d+)(?:\.(\d+))?$/.exec(rate)
  if (read === null) return false
  const decimals = read[2] ?? ''
  // converted = transaction * rate, with all on whole numbers of one size.
  const scaled = BigInt(read[1]! + decimals)
  const exact = transaction.minor * scaled * 10n ** BigInt(converted.digits)
  const unit = 10n ** BigInt(decimals.length + transaction.digits)
  const difference = converted.minor * unit - exact
  const size = difference < 0n ? -difference : difference
  return 2n * size <= unit
}
