// What of a connection's change the system asks about, in sentences. Pure. The page may be told to
// press anything by a script that got into it, so what moves requests, changes what an answer means
// or lowers a guard is never decided there alone.
import { domainToUnicode } from 'node:url'
import { say } from '#shared/message.ts'
import type { Connection } from '#shared/connections/connection.ts'
import { type Setting, settings } from '#shared/connections/setting-rows.ts'
import { quoted } from '#shared/names/unseen.ts'

/** A sentence for each field; empty when the page may change all of it by itself. */
export const weakeningsOf = (before: Connection, after: Connection): string[] =>
  settings
    .filter(
      (row) => row.effect !== 'shows' && row.differs(before, after) && row.isLower(before, after),
    )
    .map((row) =>
      say('setting-changes', {
        label: row.label,
        after: sideOf(row.told(after, before)),
        before: sideOf(row.told(before, after)),
      }),
    )

const sideOf = (told: ReturnType<Setting['told']>): string =>
  'says' in told ? told.says : told.texts.map(quoted).join(', ')

/**
 * The host in both ways of writing where it has letters beyond those of a computer: “gate.example”
 * can be written with a letter of another script, and only one of the two ways shows it.
 */
export function spellingOf({ baseUrl }: Pick<Connection, 'baseUrl'>): string[] {
  const ascii = new URL(baseUrl).hostname
  return /(?:^|\.)xn--/.test(ascii)
    ? [
        say('the-host-holds-letters-that-look-alike', {
          host: quoted(domainToUnicode(ascii)),
          ascii: quoted(ascii),
        }),
      ]
    : []
}
