// What of a connection's change the system asks about, in sentences. Pure. The page may be told to
// press anything by a script that got into it, so what moves requests, changes what an answer means
// or lowers a guard is never decided there alone.
import { domainToUnicode } from 'node:url'
import { type MessageValue, say } from '#shared/message.ts'
import { type Connection, connectionSettings } from '#shared/connections/connection.ts'
import { type Setting, settings } from '#shared/connections/setting-rows.ts'
import { quoted } from '#shared/names/unseen.ts'

const askedOf = (before: Connection, after: Connection): Setting[] =>
  settings.filter(
    (row) => row.effect !== 'shows' && row.differs(before, after) && row.isLower(before, after),
  )

/** A sentence for each field; empty when the page may change all of it by itself. */
export const weakeningsOf = (before: Connection, after: Connection): string[] =>
  askedOf(before, after).map((row) =>
    say('connections.setting-changes', {
      label: row.label,
      after: sideOf(row.described(after, before)),
      before: sideOf(row.described(before, after)),
    }),
  )

/** A sentence for each setting that is not the usual one. */
export function unusualSettings(connection: Connection): string[] {
  const usual = { ...connection, settings: connectionSettings.parse({}) }
  return settings
    .filter((row) => row.differs(usual, connection))
    .map((row) =>
      say('connections.setting-is', {
        label: row.label,
        value: sideOf(row.described(connection, usual)),
      }),
    )
}

/** What a small screen shows of a dialog; a system cuts off the rest, or its buttons. */
export const mostShown = { lines: 20, characters: 1_500 }

/** MONEY: whether the question would be so long that some of it stands where nobody reads. */
export function isTooLongToAsk(before: Connection, after: Connection): boolean {
  const asked = askedOf(before, after)
  const length = asked
    .flatMap((row) => [row.described(after, before), row.described(before, after)])
    .flatMap((described) => ('says' in described ? [described.says] : described.texts))
    .reduce((sum, text) => sum + text.length, 0)
  return asked.length > mostShown.lines || length > mostShown.characters
}

const sideOf = (described: ReturnType<Setting['described']>): MessageValue =>
  'says' in described ? described.says : described.texts.map(quoted)

/**
 * The host in both ways of writing where it has letters beyond those of a computer: “gate.example”
 * can be written with a letter of another script, and only one of the two ways shows it.
 */
export function spellingOf({ baseUrl }: Pick<Connection, 'baseUrl'>): string[] {
  const ascii = new URL(baseUrl).hostname
  return /(?:^|\.)xn--/.test(ascii)
    ? [
        say('connections.host-letters-alike', {
          host: quoted(domainToUnicode(ascii)),
          ascii: quoted(ascii),
        }),
      ]
    : []
}
