// What a person asks main about a file to move with. A passphrase lives in its dialog until the
// call and no longer.
import type { Result } from '#shared/fault.ts'
import type { MoveView } from '#shared/moving/move-methods.ts'
import { call } from '../../../api/bridge.ts'

export interface MoveTyped {
  to: string
  passphrase: string
  own: string
}

/** Null where the person names no place. */
export const saveMove = ({ own, ...typed }: MoveTyped): Promise<Result<{ file: string } | null>> =>
  call('move:save', own === '' ? typed : { ...typed, own })

/** Null where the person chooses none. */
export const openMove = ({ passphrase }: MoveTyped): Promise<Result<MoveView | null>> =>
  call('move:open', { passphrase })

export const takeMove = (openId: string): Promise<Result<null>> => call('move:take', { openId })
