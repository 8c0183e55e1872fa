// What a person set up or typed, kept over restarts under a name. A store keeps and finds here; it
// never keeps card data.
import { type Kept, keptShapes, type KeptName } from '#shared/bridge/kept.ts'
import type { Result } from '#shared/fault.ts'
import { call } from './bridge.ts'

/** Null forgets it. Faults: input when the value is too long or looks like a card number. */
export const keep = async <N extends KeptName>(
  name: N,
  value: Kept<N> | null,
): Promise<Result<null>> => call('desk:keep', { name, value })

/** Null when nothing was kept, or it could not be read: then the desk is as it comes. */
export async function findKept<N extends KeptName>(name: N): Promise<Kept<N> | null> {
  const found = await call('desk:kept', { name })
  if (!found.ok || found.value === null) return null
  const parsed = keptShapes[name].safeParse(found.value)
  return parsed.success ? (parsed.data as Kept<N>) : null
}
