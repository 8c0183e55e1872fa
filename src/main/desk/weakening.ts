// What a change of a connection weakens, in sentences for the question that the system asks. Pure. The page may be told to
// press anything by a script that got into it, so what loosens a guard of money is never decided there alone.
import type { Connection } from '#shared/connection.ts'
import { isMovedKey } from '#shared/key-place.ts'

/** Empty when nothing is weakened. `holdsKey`: a key of the connection is kept, so requests can be signed with it. */
export function weakeningsOf(before: Connection, after: Connection, holdsKey: boolean): string[] {
  const found: string[] = []
  const place = (connection: Connection): string =>
    `${connection.baseUrl}, endpoint ${connection.endpointId}, login ${connection.login}`
  if (holdsKey && place(before) !== place(after))
    found.push(
      isMovedKey(before, after)
        ? `Requests go to ${place(after)}. The stored key was entered for ${place(before)}: it is removed, and has to be entered again.`
        : `Requests signed with the stored key go to ${place(after)}. Until now they went to ${place(before)}.`,
    )
  const { settings: was } = before
  const { settings: is } = after
  if (holdsKey && was.proxyUrl !== is.proxyUrl)
    found.push(
      `Requests go ${is.proxyUrl === undefined ? 'as the system’s proxy settings say' : is.proxyUrl === 'none' ? 'without a proxy' : `through the proxy ${is.proxyUrl}`}.`,
    )
  if (is.caFile !== undefined && was.caFile !== is.caFile)
    found.push(`Certificates issued by the authorities in ${is.caFile} are trusted.`)
  if (is.money.undoMs < was.money.undoMs)
    found.push(
      is.money.undoMs === 0
        ? 'Confirmed requests are sent at once and can no longer be undone.'
        : `Confirmed requests can be undone for ${seconds(is.money.undoMs)} instead of ${seconds(was.money.undoMs)}.`,
    )
  if (was.money.confirmOutside && !is.money.confirmOutside)
    found.push('Money requests are confirmed in the window alone.')
  if (is.statusBy === 'request' && was.statusBy !== 'request')
    found.push(
      'What the gateway answers for one request, by its serial number, closes that request.',
    )
  if (is.cardEntry && !was.cardEntry)
    found.push('Card numbers and security codes can be typed into Paydesk.')
  const isWider =
    was.currencies.length > 0 &&
    (is.currencies.length === 0 || is.currencies.some((code) => !was.currencies.includes(code)))
  if (isWider)
    found.push(
      is.currencies.length === 0
        ? 'Every currency can be used.'
        : `These currencies can be used: ${is.currencies.join(', ')}.`,
    )
  return found
}

const seconds = (ms: number): string => `${ms / 1000} s`
