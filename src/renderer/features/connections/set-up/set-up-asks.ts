// What a person asks main about set-up files. A passphrase lives in its dialog until the call and
// no longer.
import type { SetUpOutput, SetUpView } from '#shared/connections/set-up-file.ts'
import type { Result } from '#shared/fault.ts'
import { call } from '../../../api/bridge.ts'

const ownIn = (own: string): { own?: string } => (own === '' ? {} : { own })

/** Null where the person names no place. */
export const saveSetUp = (own: string): Promise<Result<{ file: string } | null>> =>
  call('set-up:save', ownIn(own))

/** Null where the person chooses none. */
export const openSetUp = (): Promise<Result<SetUpView | null>> => call('set-up:open', {})

export const takeSetUp = (
  setUpId: string,
  own: string,
): Promise<Result<SetUpOutput['set-up:take']>> => call('set-up:take', { setUpId, ...ownIn(own) })
