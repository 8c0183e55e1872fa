// What the system asks before a set-up file is taken in: every connection, person and limit by
// name, in as many questions as a small screen needs. MONEY: what stands where nobody reads would
// come in unread.
import type { Connection } from '#shared/connections/connection.ts'
import type { SetUpFile } from '#shared/connections/set-up-file.ts'
import { ok, type Result } from '#shared/fault.ts'
import { say } from '#shared/message.ts'
import { quoted } from '#shared/names/unseen.ts'
import { limitGroups } from '#shared/people/limits.ts'
import type { OwnRole } from '#shared/people/own-roles.ts'
import { nameOfRight } from '#shared/people/rights.ts'
import { roles } from '#shared/people/roles.ts'
import { askOutside, type OutsideParts } from '../../base/ask-outside.ts'
import { mostShown, spellingOf } from '../weakening.ts'
import { fingerprintOf } from '../../people/statements.ts'
import { signerName } from './read-set-up.ts'

/** What of a file is not here yet. */
export interface News {
  drafts: readonly Connection[]
  fresh: SetUpFile['people']
  limits: SetUpFile['limits']
  roles: readonly OwnRole[]
}

/** Faults: denied. */
export async function askToTake(
  outside: OutsideParts,
  file: SetUpFile,
  news: News,
): Promise<Result<null>> {
  const fingerprint = fingerprintOf(file.signer.key)
  const questions = pagesOf(linesOf(news))
  for (const [at, lines] of questions.entries()) {
    const place = { number: at + 1, all: questions.length }
    const asked = await askOutside(outside, 'set-up', {
      message: say('set-up.take-this-in', { signer: signerName(file) }),
      detail: [
        ...(questions.length === 1 ? [] : [say('set-up.one-of-several', place)]),
        say('set-up.signed-by-this-key', { fingerprint }),
        ...lines.flatMap(({ says }) => says),
      ],
      action: say('set-up.take-in'),
    })
    if (!asked.ok) return asked
  }
  return ok(null)
}

/** What stays together on one screen. */
interface Line {
  says: readonly string[]
  /** About as many characters as the screen shows of it. */
  length: number
}

/** So many names stand in one line at most. */
const namesInLine = 8

function linesOf({ drafts, fresh, limits, roles: added }: News): Line[] {
  const names = fresh.map(({ name }) => quoted(name))
  return [
    ...productionFirst(drafts).map(placeLine),
    ...added.map(roleLine),
    ...Array.from({ length: Math.ceil(names.length / namesInLine) }, (_, at) =>
      names.slice(at * namesInLine, (at + 1) * namesInLine),
    ).map((some) => ({
      says: [say('set-up.people-added', { names: some })],
      length: some.join(' and ').length + 30,
    })),
    ...limits.map((limit) => ({ says: [limitLine(limit)], length: 120 })),
  ]
}

/** Where connections lead, production first: lines for a question each. */
export const placesInPages = (connections: readonly Connection[]): (readonly string[])[] =>
  pagesOf(productionFirst(connections).map(placeLine)).map((page) =>
    page.flatMap(({ says }) => says),
  )

function productionFirst(connections: readonly Connection[]): Connection[] {
  const isProduction = ({ environment }: Connection): boolean => environment === 'production'
  return [...connections.filter(isProduction), ...connections.filter((one) => !isProduction(one))]
}

function placeLine(draft: Connection): Line {
  const { name, environment, baseUrl, login } = draft
  const place = { name: quoted(name), host: new URL(baseUrl).host, login: quoted(login) }
  const line =
    environment === 'production'
      ? say('set-up.a-production-connection', place)
      : say('set-up.a-test-connection', place)
  const people = draft.settings.money.needsPeople ? [say('set-up.needs-people')] : []
  const says = [line, ...people, ...spellingOf(draft)]
  return { says, length: says.length * (Object.values(place).join('').length + 30) }
}

/** About as long as the names of its rights. */
function roleLine({ name, rights }: OwnRole): Line {
  const parts = rights.map((right) => nameOfRight(right))
  return {
    says: [say('set-up.a-role-added', { name: quoted(name), rights: parts })],
    length: 60 + name.length + 26 * parts.length,
  }
}

function limitLine({ role, group, approvals, ...of }: SetUpFile['limits'][number]): string {
  const { per, above, currency, digits } = of
  const values = {
    ...{ role: roles[role].name, group: limitGroups[group], count: approvals },
    amount: { minor: BigInt(above), currency, digits },
  }
  return per === 'day'
    ? say('set-up.a-day-limit-added', values)
    : say('set-up.a-limit-added', values)
}

/** No question is longer than a small screen shows. */
function pagesOf(lines: readonly Line[]): Line[][] {
  const pages: Line[][] = []
  let [count, length] = [Infinity, Infinity]
  for (const line of lines) {
    const isFull =
      count + line.says.length > mostShown.lines || length + line.length > mostShown.characters
    if (isFull) pages.push([])
    pages.at(-1)?.push(line)
    count = (isFull ? 0 : count) + line.says.length
    length = (isFull ? 0 : length) + line.length
  }
  return pages
}
