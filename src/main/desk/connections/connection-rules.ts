// What a connection may be, beyond the form of its fields: money-safety.md invariant 13 and what
// depends on open attempts. Pure.
import { say } from '#shared/message.ts'
import type { Connection } from '#shared/connections/connection.ts'
import { settings } from '#shared/connections/setting-rows.ts'
import { termRulesFault } from '#shared/connections/term-rules.ts'
import { type Fault, inputFault } from '#shared/fault.ts'
import { isOperationId, rowOf } from '#shared/gateway/operations/index.ts'
import { fieldRulesFault } from '#shared/gateway/own-fields.ts'
import { accountOf, hostOf, thisComputer } from '#shared/order-place.ts'
import { quoted, unseenIn, unseenInName } from '#shared/names/unseen.ts'
import { lookAlike } from '../base/look-alike.ts'
import { pathFault } from './path-rules.ts'
import { settingsMoved } from '../base/faults.ts'

/**
 * The first thing wrong with a connection as it would be saved, or null. `others` are all
 * connections but itself.
 */
export function faultOfConnection(draft: Connection, others: readonly Connection[]): Fault | null {
  return (
    nameFault(draft, others) ??
    addressFault(draft) ??
    loginFault(draft) ??
    settingsFault(draft) ??
    environmentFault(draft, others)
  )
}

/**
 * MONEY: of a connection that is new where people sign in: money of production moves over it with
 * them alone, until an administrator says otherwise in the system's dialog.
 */
export const settingsAmongPeople = ({
  environment,
  settings: asked,
}: Pick<Connection, 'environment' | 'settings'>): Connection['settings'] =>
  environment === 'production' ? { ...asked, money: { ...asked.money, needsPeople: true } } : asked

function nameFault({ name }: Connection, others: readonly Connection[]): Fault | null {
  const code = unseenInName(name)
  if (code !== null) return inputFault('name', say('connections.name-unseen-character', { code }))
  const taken = lookAlike(name, others)
  return taken === undefined
    ? null
    : inputFault('name', say('connections.name-taken', { takenName: quoted(taken.name) }))
}

/** MONEY: two logins that look the same would be two gateway accounts here. */
function loginFault({ login }: Connection): Fault | null {
  const code = unseenIn(login)
  return code === null
    ? null
    : inputFault('login', say('connections.login-unseen-character', { code }))
}

function addressFault({ baseUrl, environment }: Connection): Fault | null {
  const url = new URL(baseUrl)
  if (url.username !== '' || url.password !== '')
    return inputFault('baseUrl', say('connections.url-with-password'))
  // The second look: what is meant is typed once more, in the letters a computer uses.
  if (/[^\x21-\x7e]|\\/.test(baseUrl))
    return inputFault('baseUrl', say('connections.url-mixed-letters', { href: url.href }))
  if (url.port === '0') return inputFault('baseUrl', say('connections.url-port-zero'))
  if (/[?#]/.test(baseUrl)) return inputFault('baseUrl', say('connections.url-with-query'))
  if (url.protocol === 'https:') return null
  if (environment === 'production')
    return inputFault('baseUrl', say('connections.a-production-connection-needs-https'))
  return hostOf(baseUrl) === thisComputer
    ? null
    : inputFault('baseUrl', say('connections.http-elsewhere'))
}

function settingsFault({ settings, baseUrl }: Connection): Fault | null {
  const path = pathFault(settings.paths, baseUrl)
  if (path !== null) return path
  for (const [id, scheme] of Object.entries(settings.schemes)) {
    if (!isOperationId(id))
      return inputFault(`settings.schemes.${id}`, say('connections.no-such-operation', { id }))
    const { auth } = rowOf(id)
    if (auth.scheme !== 'configurable')
      return inputFault(
        `settings.schemes.${id}`,
        say('connections.scheme-fixed', { id, scheme: auth.scheme }),
      )
    if (!auth.choices.some((choice) => choice.scheme === scheme))
      return inputFault(
        `settings.schemes.${id}`,
        say('connections.scheme-not-offered', {
          id,
          choices: { or: auth.choices.map((choice) => choice.scheme) },
        }),
      )
  }
  const fieldFault = fieldRulesFault(settings.fields)
  if (fieldFault !== null) return inputFault('settings.fields', fieldFault)
  const termsFault = termRulesFault(settings.terms)
  if (termsFault !== null) return inputFault('settings.terms', termsFault)
  if (settings.orderidOf === 'request' && settings.statusIds === 'client_orderid')
    return inputFault('settings.statusIds', say('connections.own-ids-need-status-id'))
  const unknown = settings.extensions.find((id) => !isOperationId(id) || !rowOf(id).isExtension)
  return unknown === undefined
    ? null
    : inputFault('settings.extensions', say('connections.not-an-extension', { unknown }))
}

/** MONEY: what is practised must not be able to reach what is real, nor the other way round. */
function environmentFault(draft: Connection, others: readonly Connection[]): Fault | null {
  for (const other of others) {
    if (other.environment === draft.environment) continue
    const what = say('connections.another-connection-has-the-same', {
      otherName: other.name,
      environment: other.environment,
    })
    if (hostOf(other.baseUrl) === hostOf(draft.baseUrl))
      return inputFault('baseUrl', say('connections.host-shared', { same: what }))
    if (accountOf(other.login) === accountOf(draft.login))
      return inputFault('login', say('connections.login-shared', { same: what }))
  }
  return null
}

/** The name of a connection of the other environment that holds a key already, or null. */
export function connectionOfOtherEnvironment(
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

/**
 * What may not change while an attempt is open: its outcome is asked for there, in this name, and
 * read in this way. Paths may: a wrong one is mended while requests wait for it.
 */
export const isElsewhere = (before: Connection, after: Connection): boolean =>
  settings.some((row) => row.isLocked && row.differs(before, after))

/** Whether requests would leave by other settings, or their answers mean something else. */
export const isMoved = (before: Connection, after: Connection): boolean =>
  settings.some(
    ({ effect, differs }) => (effect === 'moves' || effect === 'reads') && differs(before, after),
  )

/** Equal for two connections exactly when they read answers in the same way. */
export const readingOf = (connection: Connection): string =>
  JSON.stringify(
    settings
      .filter(({ effect, isLocked }) => effect === 'reads' && isLocked)
      .map(({ keyOf }) => keyOf(connection)),
  )

/**
 * MONEY: an outcome is asked for where the connection leads by then, so what is sent must leave by
 * the same settings.
 */
export const movedFault = (before: Connection, now: Connection | undefined): Fault | null =>
  now !== undefined && !isMoved(before, now) ? null : settingsMoved

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
