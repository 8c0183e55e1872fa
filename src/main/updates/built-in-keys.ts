// The keys that this program takes updates by, as `npm run -s sign-update -- keys` prints a set.
// Compiled into the program: a file beside it could be swapped by whoever may write there. Null: a
// build without keys checks no feed, and is updated by hand.
export const builtInKeys: string | null = null
