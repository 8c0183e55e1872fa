// What a connection may be, beyond the form of its fields: money-safety.md invariant 13 and what depends on open attempts. Pure.
import { type Connection, readingOf } from '#shared/connection.ts'
import { type Fault, inputFault } from '#shared/fault.ts'
import { isOperationId, rowOf } from '#shared/gateway/operations/index.ts'
import { accountOf, hostOf, thisComputer } from '#shared/order-place.ts'

/** The first thing wrong with a connection as it would be saved, or null. `others` are all connections but itself. */
export function faultOfConnection(draft: Connection, others: readonly Connection[]): Fault | null {
  return (
    nameFault(draft, others) ??
    addressFault(draft) ??
    loginFault(draft) ??
    settingsFault(draft) ??
    mixed(draft, others)
  )
}

function nameFault({ name }: Connection, others: readonly Connection[]): Fault | null {
  const taken = others.find((other) => other.name.toLowerCase() === name.toLowerCase())
  return taken === undefined
    ? null
    : inputFault('name', `There is a connection called “${taken.name}” already.`)
}

/** Control characters, such as nobody sees, and blanks that only look like a space. */
const unseen = /[\p{C}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u

/** MONEY: two logins that look the same would be two gateway accounts here. */
function loginFault({ login }: Connection): Fault | null {
  const found = unseen.exec(login)
  if (found === null) return null
  const code = found[0].codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')
  return inputFault(
    'login',
    `The merchant login holds a character that can’t be seen (U+${code}), as text that was pasted may. Type the login by hand.`,
  )
}

function addressFault({ baseUrl, environment }: Connection): Fault | null {
  const url = new URL(baseUrl)
  if (url.username !== '' || url.password !== '')
    return inputFault('baseUrl', 'Leave the user name and password out of the base URL.')
  // The second look: what is meant is typed once more, in the letters a computer uses.
  if (/[^\x21-\x7e]|\\/.test(baseUrl))
    return inputFault(
      'baseUrl',
      `The base URL holds a letter that can be taken for another one. If it is meant, enter it as ${url.href}`,
    )
  if (/[?#]/.test(baseUrl)) return inputFault('baseUrl', 'The base URL ends before any “?” or “#”.')
  if (url.protocol === 'https:') return null
  if (environment === 'production')
    return inputFault('baseUrl', 'A production connection needs https.')
  return hostOf(baseUrl) === thisComputer
    ? null
    : inputFault('baseUrl', 'Plain http is for this computer only. Use https.')
}

function settingsFault({ settings }: Connection): Fault | null {
  for (const [id, path] of Object.entries(settings.paths)) {
    if (!isOperationId(id))
      return inputFault(`settings.paths.${id}`, `There is no operation called “${id}”.`)
    if (/[?#\s\\]|\/\.{1,2}(?:\/|$)/.test(path))
      return inputFault(`settings.paths.${id}`, 'A path has no “?”, “#”, “..” or spaces.')
  }
  for (const [id, scheme] of Object.entries(settings.schemes)) {
    if (!isOperationId(id))
      return inputFault(`settings.schemes.${id}`, `There is no operation called “${id}”.`)
    const { auth } = rowOf(id)
    if (auth.scheme !== 'configurable')
      return inputFault(
        `settings.schemes.${id}`,
        `“${id}” is always signed by ${auth.scheme}; leave it out.`,
      )
    if (!auth.choices.some((choice) => choice.scheme === scheme))
      return inputFault(
        `settings.schemes.${id}`,
        `“${id}” can be signed by ${auth.choices.map((choice) => choice.scheme).join(' or ')}.`,
      )
  }
  const unknown = settings.extensions.find((id) => !isOperationId(id) || !rowOf(id).isExtension)
  return unknown === undefined
    ? null
    : inputFault('settings.extensions', `“${unknown}” is no operation that can be switched on.`)
}

/** MONEY: what is practised must not be able to reach what is real, nor the other way round. */
function mixed(draft: Connection, others: readonly Connection[]): Fault | null {
  for (const other of others) {
    if (other.environment === draft.environment) continue
    const what = `“${other.name}” is a ${other.environment} connection with the same`
    if (hostOf(other.baseUrl) === hostOf(draft.baseUrl))
      return inputFault('baseUrl', `${what} host. Test and production never share a host.`)
    if (accountOf(other.login) === accountOf(draft.login))
      return inputFault('login', `${what} login. Test and production never share a login.`)
  }
  return null
}

/** The name of a connection of the other environment that holds a key already, or null. */
export function otherWorld(
  connection: Connection,
  holders: readonly string[],
  all: readonly Connection[],
): string | null {
  const found = all.find(
    (other) =>
      other.environment !== connection.environment &&
      holders.some((slot) => slot.startsWith(`connection/${other.id}/`)),
  )
  return found?.name ?? null
}

/** What may not change while an attempt is open: its outcome is asked for there, in this name, and read in this way. */
export function isMoved(before: Connection, after: Connection): boolean {
  const place = ({ baseUrl, endpointId, login, settings }: Connection): string =>
    JSON.stringify([
      baseUrl,
      endpointId,
      login,
      Object.entries(settings.paths).sort(),
      readingOf(settings),
    ])
  return place(before) !== place(after)
}

/** MONEY: an outcome is asked for where the connection leads by then, so what is sent must leave by the same settings. */
export const movedFault = (before: Connection, now: Connection | undefined): Fault | null =>
  now !== undefined && !isMoved(before, now) ? null : settingsMoved

const settingsMoved: Fault = {
  kind: 'denied',
  sent: 'no',
  reason: 'order-moved',
  message:
    'The connection’s settings changed just before the request was sent. Nothing was sent; review it again.',
}

/** Fields that differ, as they were and as they are: for the audit log. Settings one by one. */
export function changesOf(
  before: Connection | undefined,
  after: Connection,
): { before: Record<string, unknown>; after: Record<string, unknown> } {
  const flat = (connection: Connection | undefined): Record<string, unknown> => {
    if (connection === undefined) return {}
    const { id: _id, isEmbedded: _isEmbedded, settings, ...facts } = connection
    return { ...facts, ...settings }
  }
  const [was, is] = [flat(before), flat(after)]
  const changed = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter(
    (name) => JSON.stringify(was[name]) !== JSON.stringify(is[name]),
  )
  const pick = (from: Record<string, unknown>) =>
    Object.fromEntries(changed.map((name) => [name, from[name] ?? null]))
  return { before: before === undefined ? {} : pick(was), after: pick(is) }
}
