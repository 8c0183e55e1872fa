// Values this desk knows for a field, offered while it is typed: references and subscriptions it made itself.
export interface Suggestion {
  value: string
  words: string
}
export type Suggestions = Readonly<Record<string, readonly Suggestion[]>>
