// What a desk that goes on at another computer says of itself, wherever something is not possible.
import { say } from '#shared/message.ts'
import { quoted } from '#shared/names/unseen.ts'
import type { Moved } from '../../ledger/settings/moved.ts'

export const movedMessage = ({ to, at }: Pick<Moved, 'to' | 'at'>): string =>
  say('moving.this-desk-moved', { to: quoted(to), time: { at } })
