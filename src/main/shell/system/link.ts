// Links of the system and arguments of a start that open a place: paydesk://order/<id>, and
// --open=today or --open=find. The grammar is exact; nothing else is taken, nothing acts, and
// opening asks the gateway for nothing. Pure.
import type { Place } from '#shared/desktop/window-methods.ts'
import { holdsCardNumber } from '#shared/cards/card-number.ts'

export const linkScheme = 'paydesk'

/** An order id of the gateway: digits alone, and no card number among them. */
export const isOrderId = (text: string): boolean =>
  /^[0-9]{1,19}$/.test(text) && !holdsCardNumber(text)

const link = /^paydesk:\/\/order\/([0-9]{1,19})$/

/**
 * Null for everything that is no link to an order. No screen is named: the field opens over the one
 * that is shown, and what is typed there, a card too, stays.
 */
export function placeOfLink(text: string): Place | null {
  const [, id = ''] = link.exec(text) ?? []
  return isOrderId(id) ? { find: id } : null
}

const openings: Readonly<Record<string, Place>> = {
  '--open=today': { screen: '/today' },
  '--open=find': { find: '' },
}

/** Each is a switch that a packaged start lets through (packaged/switches.ts). */
export const startSwitches: readonly string[] = Object.keys(openings)

const isLink = (word: string): boolean => /^\s*paydesk:/i.test(word)

/** What of the arguments of a start asks for a place, whether it is opened or refused. */
export const askingArgs = (args: readonly string[]): string[] =>
  args.filter((word) => isLink(word) || startSwitches.includes(word))

/**
 * What the arguments of a start ask to be opened: a place, 'refused' for a link that is none of
 * ours, or null when they ask for nothing. Of several links none is taken.
 */
export function placeOfStart(args: readonly string[]): Place | 'refused' | null {
  const links = args.filter(isLink)
  const [only] = links
  if (only !== undefined) return (links.length === 1 ? placeOfLink(only) : null) ?? 'refused'
  const asked = args.find((word) => Object.hasOwn(openings, word))
  return asked === undefined ? null : (openings[asked] ?? null)
}
