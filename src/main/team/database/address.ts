// Where the team's database is, read from one text. Pure. It never reaches the library: a library
// that reads an address itself takes from it how to check the certificate, or not to.
import { z } from 'zod'

export interface TeamAddress {
  host: string
  port: number
  user: string
  database: string
}

export type AddressFlaw =
  | 'not-an-address'
  | 'not-postgres'
  | 'password-in-address' // whoever lists the programs of this computer reads it
  | 'parameters' // `sslmode` and the like: how the server is checked is not for the address
  | 'user-missing'
  | 'database-missing'

const name = z.string().regex(/^[\p{L}\p{N}_.-]{1,63}$/u)

/** Null where the signs after a % are no letters. */
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    // The language has no other way to say so.
    return null
  }
}

export function readAddress(text: string): TeamAddress | AddressFlaw {
  const url = URL.parse(text)
  if (url === null) return 'not-an-address'
  if (!['postgres:', 'postgresql:'].includes(url.protocol)) return 'not-postgres'
  if (url.password !== '') return 'password-in-address'
  if (url.search !== '' || url.hash !== '') return 'parameters'
  const [userText, databaseText] = [url.username, url.pathname.slice(1)].map(decoded)
  if (userText === null || databaseText === null) return 'not-an-address'
  const user = name.safeParse(userText)
  if (!user.success) return 'user-missing'
  const database = name.safeParse(databaseText)
  if (!database.success) return 'database-missing'
  if (url.hostname === '') return 'not-an-address'
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const port = url.port === '' ? 5432 : Number(url.port)
  return { host, port, user: user.data, database: database.data }
}
