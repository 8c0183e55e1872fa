// A day close in words: what is summed, each line between opening and closing, and whether the
// control holds. Pure data: the screen and the printed page say the same.
import { say } from '../message.ts'
import type { CloseLine, CloseOf } from './day-close.ts'

export const closeNames: Readonly<Record<CloseOf, string>> = {
  refundable: say('reports.close-refundable'),
  held: say('reports.close-held'),
}

export const closeLineNames: Readonly<Record<CloseLine, string>> = {
  new: say('reports.close-new'),
  captured: say('reports.close-captured'),
  taken: say('reports.close-taken'),
  refunded: say('reports.close-refunded'),
  ended: say('reports.close-ended'),
  open: say('reports.close-open'),
  'no-longer-open': say('reports.close-no-longer-open'),
  more: say('reports.close-more'),
  less: say('reports.close-less'),
  'no-longer-known': say('reports.close-no-longer-known'),
  'known-again': say('reports.close-known-again'),
}

/** `count`: lines of orders that no request from here explains. */
export const controlOf = (count: number): string =>
  count === 0 ? say('reports.close-agrees') : say('reports.close-differs', { count })

export const uncertainOf = (count: number): string => say('reports.close-uncertain', { count })
