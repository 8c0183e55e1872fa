// What a connection's key may sign for: the host, the login and the endpoint it was entered for.
// Pure; vault/key-place.ts keeps it.
import type { Connection } from './connection.ts'

// Main and the pages have it; the library this room is checked with names only the language.
declare const URL: new (text: string) => { origin: string }

type Reached = Pick<Connection, 'baseUrl' | 'login' | 'endpointId'>

/** A key that was entered for one of the two must not sign for the other. */
export const isMovedKey = (before: Reached, after: Reached): boolean =>
  JSON.stringify(partsOf(before)) !== JSON.stringify(partsOf(after))

const partsOf = ({ baseUrl, login, endpointId }: Reached): string[] => [
  originOf(baseUrl),
  login,
  endpointId,
]

function originOf(baseUrl: string): string {
  try {
    return new URL(baseUrl).origin
  } catch {
    // Half-typed: another place than any that was saved.
    return baseUrl
  }
}
