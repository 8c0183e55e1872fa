// What a change of a connection weakens, in sentences for the question that the system asks. Pure.
// The page may be told to press anything by a script that got into it, so what loosens a guard of
// money is never decided there alone.
import { say } from '#shared/message.ts'
import type { Connection } from '#shared/connections/connection.ts'
import { textOfRules } from '#shared/connections/field-rules.ts'
import { isLooserLimit } from '#shared/connections/reasons.ts'
import { isMovedKey } from '#shared/connections/key-place.ts'
import { operationIds, rowOf } from '#shared/gateway/operations/index.ts'
import { readingChanges } from './reading-changes.ts'

/**
 * Empty when nothing is weakened. `holdsKey`: a key of the connection is kept, so requests can be
 * signed with it. `openCount`: requests whose outcome is asked for over the connection.
 */
export function weakeningsOf(
  before: Connection,
  after: Connection,
  holdsKey: boolean,
  openCount: number,
): string[] {
  const found: string[] = []
  const place = (connection: Connection): string =>
    `${connection.baseUrl}, endpoint ${connection.endpointId}, login ${connection.login}`
  if (holdsKey && place(before) !== place(after))
    found.push(
      isMovedKey(before, after)
        ? say('requests-go-to-after', { after: place(after), before: place(before) })
        : say('requests-signed-with-the-stored-key-go-to-after', {
            after: place(after),
            before: place(before),
          }),
    )
  const { settings: was } = before
  const { settings: is } = after
  if (holdsKey && was.proxyUrl !== is.proxyUrl)
    found.push(
      say('requests-go', {
        way:
          is.proxyUrl === undefined
            ? say('as-the-systems-proxy-settings-say')
            : is.proxyUrl === 'none'
              ? 'without a proxy'
              : say('through-the-proxy', { proxyUrl: is.proxyUrl }),
      }),
    )
  const paths = changedPaths(was.paths, is.paths)
  if (openCount > 0 && paths.length > 0)
    found.push(
      say('outcomes-are-asked-for-by-these-paths', {
        open: openCount === 1 ? 'A request is' : `${openCount} requests are`,
        paths: paths.join(', '),
      }),
    )
  const fields = textOfRules(is.fields)
  if (textOfRules(was.fields) !== fields)
    found.push(
      fields === ''
        ? say('fields-are-sent-as-paydesks-own-table-has-them')
        : say('fields-are-sent-by-these-rules', { fields }),
    )
  if (is.caFile !== undefined && was.caFile !== is.caFile)
    found.push(
      say('certificates-issued-by-the-authorities-in-ca-file-are-trusted', { caFile: is.caFile }),
    )
  if (is.money.undoMs < was.money.undoMs)
    found.push(
      is.money.undoMs === 0
        ? say('confirmed-requests-are-sent-at-once-and-can-no')
        : say('the-undo-time-changes', {
            seconds: seconds(is.money.undoMs),
            before: seconds(was.money.undoMs),
          }),
    )
  if (was.money.confirmOutside && !is.money.confirmOutside)
    found.push(say('money-requests-are-confirmed-in-the-window-alone'))
  const looser = looserReasons(was.money.freeReasonFrom, is.money.freeReasonFrom)
  if (looser !== null) found.push(looser)
  found.push(...readingChanges(was, is))
  if (is.cardEntry && !was.cardEntry)
    found.push(say('card-numbers-and-security-codes-can-be-typed-into'))
  const isWider =
    was.currencies.length > 0 &&
    (is.currencies.length === 0 || is.currencies.some((code) => !was.currencies.includes(code)))
  if (isWider)
    found.push(
      is.currencies.length === 0
        ? say('every-currency-can-be-used')
        : say('these-currencies-can-be-used', { currencies: is.currencies.join(', ') }),
    )
  return found
}

/** The limit is the guard: a higher one, or none, lets more pass with a listed reason. */
function looserReasons(before: string, from: string): string | null {
  if (!isLooserLimit(before, from)) return null
  return from === ''
    ? say('listed-reasons-are-enough-for-every-amount', { before })
    : say('listed-reasons-are-enough-for-larger-amounts', { from, before })
}

/** “status: /api/v2/status”, of every operation whose path is another one now. */
const changedPaths = (
  was: Readonly<Record<string, string>>,
  is: Readonly<Record<string, string>>,
): string[] =>
  operationIds.filter((id) => was[id] !== is[id]).map((id) => `${id}: ${is[id] ?? rowOf(id).path}`)

const seconds = (ms: number): string => `${ms / 1000} s`
