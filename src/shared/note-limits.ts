// How long a note and a tag may be, how many tags an order takes, and what neither may hold. Apart from their schemas, so that a
// screen can say it without them.
import { holdsCardNumber } from './card-number.ts'

export const longestNote = 1000
export const longestTag = 32
export const mostTags = 20

/** Groups of a card number may stand on two lines, or with dots between them. */
export const notesCardNumber = (text: string): boolean =>
  holdsCardNumber(text.replace(/[\s.]+/gu, ' '))
