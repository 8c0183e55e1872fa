// Settings and typed text of a person, kept over restarts under a name. Stores keep and find them
// here. Card data is never kept.
import {
  type Preference,
  preferenceSchemas,
  type PreferenceName,
} from '#shared/bridge/preferences.ts'
import type { Result } from '#shared/fault.ts'
import { call } from './bridge.ts'

/** Null forgets it. Faults: input when the value is too long or looks like a card number. */
export const keep = async <N extends PreferenceName>(
  name: N,
  value: Preference<N> | null,
): Promise<Result<null>> => call('preference:set', { name, value })

/** Null when nothing was kept, or it could not be read: then the defaults hold. */
export async function findPreference<N extends PreferenceName>(
  name: N,
): Promise<Preference<N> | null> {
  const found = await call('preference:find', { name })
  if (!found.ok || found.value === null) return null
  const parsed = preferenceSchemas[name].safeParse(found.value)
  return parsed.success ? (parsed.data as Preference<N>) : null
}
