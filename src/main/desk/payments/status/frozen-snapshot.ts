// The answer that was read just before a request was sent, kept with the request as JSON. Pure.
import type { StoredSnapshot } from '#shared/gateway/status/status.ts'

/** `seq` tells what had been seen of the order when the request was sent. */
export type AttemptSnapshot = Omit<StoredSnapshot, 'at'>

export const freeze = (seen: AttemptSnapshot): string =>
  JSON.stringify(seen, (_, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  )

export function thaw(snapshot: string | null): AttemptSnapshot | null {
  if (snapshot === null) return null
  const seen = JSON.parse(snapshot) as Omit<AttemptSnapshot, 'amount'> & {
    amount: { minor: string; currency: string; digits: number } | null
  }
  return {
    ...seen,
    amount: seen.amount === null ? null : { ...seen.amount, minor: BigInt(seen.amount.minor) },
  }
}
