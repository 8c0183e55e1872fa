// The fake bridge's answers about connections, keys, signatures and drift: main's shape, and
// nothing of its cryptography.
import type {
  ConnectionDetails,
  UnknownTermRow,
  PublicKeyView,
  SecretView,
} from '../../src/shared/bridge/connections.ts'
import type { ConnectionView, Input, Method, Output } from '../../src/shared/contract/bridge.ts'
import { connectionSettings } from '../../src/shared/connections/connection.ts'
import { type Fault, fail, inputFault, ok, type Result } from '../../src/shared/fault.ts'
import { explanationOf, publicPem, testOf } from './bridge-signatures.ts'

type ConnectionMethod = Extract<
  Method,
  `connection:${string}` | `key:${string}` | `signature:${string}` | `unknown-terms:${string}`
>
type Answers = { [M in ConnectionMethod]: (input: Input<M>) => Result<Output[M]> }

export const noSecret: SecretView = {
  isSet: false,
  fingerprint: null,
  createdAt: null,
  storedIn: null,
}

export const secretOf = (fingerprint: string, createdAt: number): SecretView => ({
  isSet: true,
  fingerprint,
  createdAt,
  storedIn: 'keychain',
})

export const detailsOf = (
  view: ConnectionView,
  part: Partial<ConnectionDetails> = {},
): ConnectionDetails => ({
  id: view.id,
  name: view.name,
  environment: view.environment,
  isEmbedded: view.isEmbedded,
  baseUrl: view.baseUrl,
  endpointId: view.endpointId,
  login: view.login,
  settings: connectionSettings.parse({}),
  control: noSecret,
  privateKey: noSecret,
  clock: null,
  openCount: 0,
  ...part,
})

export const viewOf = (details: ConnectionDetails): ConnectionView => ({
  id: details.id,
  name: details.name,
  environment: details.environment,
  isEmbedded: details.isEmbedded,
  baseUrl: details.baseUrl,
  endpointId: details.endpointId,
  login: details.login,
  trainingOrders: [],
})

export const seedUnknownTerms = (connection: ConnectionView, at: number): UnknownTermRow[] =>
  (
    [
      ['status', 'manual-review', 'status', '00000000-0000-0000-0000-000002d9b4a1'],
      ['key', 'acquirer-fee-in-minor-units-of-settlement-currency', 'status', ''],
      ['transaction-type', 'dispute', 'status', '00000000-0000-0000-0000-000002d9b22a'],
      ['type', 'async-response-v3', 'return', '00000000-0000-0000-0000-000002d9b118'],
    ] as const
  ).map(([kind, name, operation, serialNumber], index) => ({
    connectionId: connection.id,
    connectionName: connection.name,
    operation,
    kind,
    name,
    firstSeenAt: at - index * 3_700_000,
    serialNumber,
  }))

interface Desk {
  connections: ConnectionDetails[]
  unknownTerms: UnknownTermRow[]
  clock: () => number
  /** After every change: what the frame shows of the connections is made anew. */
  changed: () => void
}

const unknown: Fault = {
  kind: 'denied',
  sent: 'no',
  reason: 'not-found',
  message: 'There is no such connection here.',
}
const notPossible = (message: string): Fault => ({
  kind: 'denied',
  sent: 'no',
  reason: 'not-possible',
  message,
})

export function connectionAnswers(desk: Desk): Answers {
  let minted = 0
  const find = (id: string): ConnectionDetails | undefined =>
    desk.connections.find((one) => one.id === id)

  const on = <T>(
    id: string,
    run: (details: ConnectionDetails) => Result<T>,
    isKept = true,
  ): Result<T> => {
    const details = find(id)
    if (details === undefined) return fail(unknown)
    if (isKept && details.isEmbedded)
      return fail(notPossible('The sandbox is part of Paydesk: it can only be tested.'))
    const result = run(details)
    if (result.ok && isKept) desk.changed()
    return result
  }

  const publicOf = (details: ConnectionDetails): PublicKeyView => ({
    connectionId: details.id,
    pem: publicPem,
    fingerprint: details.privateKey.fingerprint ?? '',
    bits: 4096,
    createdAt: details.privateKey.createdAt,
  })

  const withKey = (details: ConnectionDetails): Result<PublicKeyView> => {
    details.privateKey = secretOf('5c1d'.repeat(16), desk.clock())
    return ok(publicOf(details))
  }

  function save(input: Input<'connection:save'>): Result<ConnectionDetails> {
    const { connectionId, settings, ...rest } = input
    const taken = desk.connections.find(
      (one) => one.id !== connectionId && one.name === rest.name.trim(),
    )
    if (taken !== undefined)
      return fail(inputFault('name', 'Another connection has this name already.'))
    const shared = desk.connections.find(
      (one) => one.environment !== rest.environment && one.login === rest.login,
    )
    if (shared !== undefined)
      return fail(
        inputFault('login', `“${shared.name}” uses this login for the other environment.`),
      )
    const kept = { ...rest, settings: connectionSettings.parse(settings) }
    if (connectionId !== undefined)
      return on(connectionId, (details) => ok(Object.assign(details, kept)))
    const made = detailsOf({
      ...kept,
      id: `connection-${++minted}`,
      isEmbedded: false,
      trainingOrders: [],
    })
    made.settings = kept.settings
    desk.connections.push(made)
    desk.changed()
    return ok(made)
  }

  return {
    'connection:list': () => ok(desk.connections),
    'connection:show': (input) => on(input.connectionId, ok<ConnectionDetails>, false),
    'connection:save': save,
    'connection:set-money': (input) =>
      on(
        input.connectionId,
        (details) => {
          Object.assign(details.settings.money, input.money)
          desk.changed()
          return ok(details)
        },
        false,
      ),
    'connection:set-card-entry': (input) =>
      on(
        input.connectionId,
        (details) => {
          details.settings = { ...details.settings, cardEntry: input.isOn }
          return ok(details)
        },
        false,
      ),
    'connection:remove': (input) =>
      on(input.connectionId, (details) => {
        if (details.name !== input.name)
          return fail(inputFault('name', 'That is not the name of this connection.'))
        if (details.openCount > 0)
          return fail(notPossible('Two requests are not settled on this connection.'))
        desk.connections.splice(desk.connections.indexOf(details), 1)
        return ok(null)
      }),
    'connection:test': (input) =>
      on(input.connectionId, (details) => ok(testOf(details, desk.clock())), false),
    'key:set-control': (input) =>
      on(input.connectionId, (details) => {
        if (input.key.trim().length < 8)
          return fail(inputFault('key', 'That is too short for a control key.'))
        details.control = secretOf('a0b3e5f60718293a', desk.clock())
        return ok(details)
      }),
    'key:create-rsa': (input) => on(input.connectionId, withKey),
    'key:import-rsa': (input) =>
      on(input.connectionId, (details) => {
        if (!input.pem.includes('PRIVATE KEY'))
          return fail(inputFault('pem', 'This is not a private key in PEM form.'))
        if (input.pem.includes('ENCRYPTED') && input.passphrase !== 'open sesame')
          return fail(
            inputFault(
              'passphrase',
              input.passphrase === undefined
                ? 'This key is protected: enter its passphrase.'
                : 'That is not the passphrase of this key.',
            ),
          )
        return withKey(details)
      }),
    'key:public': (input) => on(input.connectionId, (details) => ok(publicOf(details)), false),
    'key:save-public': (input) =>
      on(
        input.connectionId,
        () => ok({ path: '/home/maria/Documents/paydesk-public-key.pem' }),
        false,
      ),
    'key:remove': (input) =>
      on(input.connectionId, (details) => {
        if (input.which === 'control') details.control = noSecret
        else details.privateKey = noSecret
        return ok(details)
      }),
    'signature:explain': (input) => {
      if ('attemptId' in input) return ok(explanationOf(desk.connections[0]!, 'return'))
      return on(
        input.connectionId,
        (details) => ok(explanationOf(details, input.operation, input.request)),
        false,
      )
    },
    'unknown-terms:list': (input) =>
      ok(
        desk.unknownTerms.filter(
          (row) => input.connectionId === undefined || row.connectionId === input.connectionId,
        ),
      ),
  }
}
