// The desk's methods about connections: list, show, save, remove, test. Every change is one
// transaction with its audit entry; what is logged are settings, never secrets. It sends nothing
// but the question a test asks.
import { say } from '#shared/message.ts'
import type { ConnectionDetails } from '#shared/bridge/connections.ts'
import {
  type Connection,
  type ConnectionSettings,
  keySlots,
  moneySettings,
} from '#shared/connections/connection.ts'
import { fail, inputFault, ok, type Result } from '#shared/fault.ts'
import { isMovedKey } from '#shared/connections/key-place.ts'
import type { Parsed } from '#shared/contract/bridge.ts'
import {
  type ConnectionParts,
  confirmChange,
  detailsOf,
  dropSecret,
  entry,
  heldSlots,
  newConnectionId,
  openCountOf,
  ownConnection,
  tamperingFault,
} from '../connections/connection-parts.ts'
import { askToRemoveConnection } from '../connections/key-questions.ts'
import {
  changesOf,
  faultOfConnection,
  isElsewhere,
  settingsAmongPeople,
} from '../connections/connection-rules.ts'
import { runTest, type TestParts } from '../connections/run-test.ts'
import type { Desk } from '../base/desk.ts'
import { changedMeanwhile, noConnection, notPossible } from '../base/faults.ts'

type Methods = Pick<
  Desk,
  | 'connection:list'
  | 'connection:show'
  | 'connection:save'
  | 'connection:set-money'
  | 'connection:set-card-entry'
  | 'connection:remove'
  | 'connection:test'
>

export function createConnectionMethods(parts: TestParts): Methods {
  const { ports, store } = parts

  return {
    'connection:list': async () =>
      ok(store.all().map((connection) => detailsOf(parts, connection))),

    'connection:show': async ({ connectionId }) => {
      const connection = store.find(connectionId)
      return connection === undefined ? fail(noConnection) : ok(detailsOf(parts, connection))
    },

    'connection:save': async (input) => {
      const saved = await save(parts, input)
      return saved.ok ? ok(detailsOf(parts, saved.value)) : saved
    },

    'connection:set-money': async ({ connectionId, money }) =>
      setting(parts, connectionId, (settings) => ({
        ...settings,
        money: moneySettings.parse({ ...settings.money, ...money }),
      })),

    'connection:set-card-entry': async ({ connectionId, isOn }) =>
      setting(parts, connectionId, (settings) => ({ ...settings, cardEntry: isOn })),

    'connection:remove': async ({ connectionId, name }) => {
      const checked = ports.checked()
      if (checked !== null) await checked
      const found = ownConnection(parts, connectionId)
      if (!found.ok) return found
      if (name !== found.value.name)
        return fail(
          inputFault(
            'name',
            say('connections.type-the-connections-name', { name: found.value.name }),
          ),
        )
      const refused = tamperingFault(parts) ?? openFault(parts, connectionId)
      if (refused !== null) return refused
      const asked = await askToRemoveConnection(parts, found.value)
      if (!asked.ok) return asked
      const stillSo = asked.value()
      if (!stillSo.ok) return stillSo
      // The question stood open: something may have been sent, or found, meanwhile.
      const meanwhile = tamperingFault(parts) ?? openFault(parts, connectionId)
      if (meanwhile !== null) return meanwhile
      const slots = keySlots(connectionId)
      for (const slot of slots) {
        const dropped = await dropSecret(parts, slot)
        if (!dropped.ok) return dropped
      }
      // Asked again: dropping waited for the keychain, and something may have been sent meanwhile.
      const since = openFault(parts, connectionId)
      if (since !== null) return since
      const { before: _before, after } = changesOf(undefined, found.value)
      parts.commit(entry(parts, 'connection:removed', connectionId, { was: after }), () => [
        ...slots.flatMap((slot) => parts.secrets.forget(slot)),
        store.remove(connectionId),
      ])
      parts.clocks.forget(connectionId)
      ports.onChange({ topic: 'app', connectionId })
      return ok(null)
    },

    'connection:test': (input) => runTest(parts, input),
  }
}

function save(
  parts: ConnectionParts,
  input: Parsed<'connection:save'>,
): Promise<Result<Connection>> {
  // The id stays the same over both looks: a new connection has one of its own.
  const id = input.connectionId ?? newConnectionId(parts)
  return store(parts, () => changeOf(parts, input, id))
}

/**
 * MONEY: the one way in which a connection is written by what the page asks for. `read` is asked
 * again after the question of the system: something may have been sent, or saved, while it was
 * open. Faults: those of `read`, denied, vault.
 */
async function store(
  parts: ConnectionParts,
  read: () => Result<ConnectionChange>,
): Promise<Result<Connection>> {
  const checked = parts.ports.checked()
  if (checked !== null) await checked
  const asked = read()
  if (!asked.ok) return asked
  const tampered = storingFault(parts, asked.value)
  if (tampered !== null) return tampered
  const was = asked.value.before
  const confirmed = await confirmChange(parts, was, asked.value.after)
  if (!confirmed.ok) return confirmed
  const slots = was !== undefined && isMovedKey(was, asked.value.after) ? heldSlots(parts, was) : []
  for (const slot of slots) {
    const dropped = await dropSecret(parts, slot)
    if (!dropped.ok) return dropped
  }
  const change = read()
  if (!change.ok) return change
  const { before, after } = change.value
  if (!isSame(before, was)) return fail(changedMeanwhile)
  const since = storingFault(parts, change.value)
  if (since !== null) return since
  const changes = changesOf(before, after)
  const kind = before === undefined ? 'connection:created' : 'connection:changed'
  const removed = slots.length === 0 ? {} : { keysRemoved: slots.length }
  parts.commit(entry(parts, kind, after.id, { name: after.name, ...changes, ...removed }), () => [
    ...slots.flatMap((slot) => parts.secrets.forget(slot)),
    parts.store.save(after),
  ])
  if (before !== undefined && isMovedKey(before, after)) parts.clocks.forget(after.id)
  parts.ports.onChange({ topic: 'app', connectionId: after.id })
  return ok(after)
}

/** What is practised is no money, and is not held up. */
const storingFault = (parts: ConnectionParts, { after }: ConnectionChange): Result<never> | null =>
  after.isEmbedded ? null : tamperingFault(parts)

interface ConnectionChange {
  before: Connection | undefined
  after: Connection
}

/** The connection as it would be saved. Faults: input, denied. */
function changeOf(
  parts: ConnectionParts,
  input: Parsed<'connection:save'>,
  id: string,
): Result<ConnectionChange> {
  const { connectionId, ...fields } = input
  const { store } = parts
  let before: Connection | undefined
  if (connectionId !== undefined) {
    const found = ownConnection(parts, connectionId)
    if (!found.ok) return found
    before = found.value
  }
  const after: Connection = { id, isEmbedded: false, ...fields }
  if (before === undefined && parts.ports.roll.isOn()) after.settings = settingsAmongPeople(after)
  // As a computer reads it, so that what is shown is where it leads; the rules below refuse what
  // would be read as something else.
  if (/^[\x21-\x5b\x5d-\x7e]+$/.test(after.baseUrl)) after.baseUrl = new URL(after.baseUrl).href
  after.baseUrl = after.baseUrl.replace(/\/+$/, '')
  if (before !== undefined && before.environment !== after.environment)
    return fail(
      inputFault(
        'environment',
        say('connections.a-connection-keeps-its-environment', {
          environment: before.environment,
          otherEnvironment: after.environment,
        }),
      ),
    )
  const others = store.all().filter((other) => other.id !== after.id)
  const fault = faultOfConnection(after, others)
  if (fault !== null) return fail(fault)
  if (before !== undefined && isElsewhere(before, after) && openCountOf(parts, after.id) > 0)
    return fail(notPossible(say('connections.open-requests-lock')))
  return ok({ before, after })
}

const isSame = (a: Connection | undefined, b: Connection | undefined): boolean =>
  JSON.stringify(a) === JSON.stringify(b)

/** Changes one setting, of the embedded connection too. Faults: denied. */
async function setting(
  parts: ConnectionParts,
  connectionId: string,
  change: (settings: ConnectionSettings) => ConnectionSettings,
): Promise<Result<ConnectionDetails>> {
  const stored = await store(parts, () => {
    const before = parts.store.find(connectionId)
    return before === undefined
      ? fail(noConnection)
      : ok({ before, after: { ...before, settings: change(before.settings) } })
  })
  return stored.ok ? ok(detailsOf(parts, stored.value)) : stored
}

/** Faults: denied, while an attempt of the connection has no final outcome. */
function openFault(parts: ConnectionParts, connectionId: string): Result<never> | null {
  return openCountOf(parts, connectionId) === 0
    ? null
    : fail(notPossible(say('connections.open-requests-resolve')))
}
