// What a desk that goes on at another computer says of itself, wherever something is not possible.
import { say } from '#shared/message.ts'
import { quoted } from '#shared/names/unseen.ts'
import type { Moved } from '../../ledger/settings/moved.ts'

/** Null while work goes on here. */
export const movedMessage = (moved: Moved | null): string | null =>
  moved === null
    ? null
    : say('moving.this-desk-moved', { to: quoted(moved.to), time: { at: moved.at } })
