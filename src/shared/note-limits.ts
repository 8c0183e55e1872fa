// How long a note and a tag may be, and how many tags an order takes. Apart from their schemas, so
// that a screen can say it without them.
export const longestNote = 1000
export const longestTag = 32
export const mostTags = 20
