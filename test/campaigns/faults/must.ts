// A step of the setting-up that can't fail: a fault there is a fault of the campaign.
import type { Result } from '#shared/fault.ts'

export function must<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.fault))
  return result.value
}
