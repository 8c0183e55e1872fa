// The fake bridge's answers about connections, keys and signatures: main's shape, and nothing of
// its cryptography.
import type {
  ConnectionDetails,
  ConnectionTest,
  PublicKeyView,
  SecretView,
} from '../../src/shared/bridge/connections.ts'
import type { ConnectionView } from '../../src/shared/bridge/views.ts'
import type { Input } from '../../src/shared/contract/bridge.ts'
import { connectionSettings } from '../../src/shared/connections/connection.ts'
import { type Fault, fail, inputFault, ok, type Result } from '../../src/shared/fault.ts'

const unset = { isSet: false, fingerprint: null, createdAt: null, storedIn: null }
export const noSecret: SecretView = unset
export const secretOf = (fingerprint: string, createdAt: number): SecretView => ({
  ...{ isSet: true, fingerprint, createdAt, storedIn: 'keychain' },
})

export const detailsOf = (
  { trainingOrders: _trainingOrders, ...view }: ConnectionView,
  part: Partial<ConnectionDetails> = {},
): ConnectionDetails => ({
  ...view,
  settings: connectionSettings.parse({}),
  ...{ nextControl: noSecret, nextPrivateKey: noSecret },
  ...{ control: noSecret, privateKey: noSecret, clock: null, openCount: 0 },
  ...part,
})

export const viewOf = (details: ConnectionDetails): ConnectionView => ({
  ...{ id: details.id, name: details.name, environment: details.environment },
  ...{ isEmbedded: details.isEmbedded, baseUrl: details.baseUrl, login: details.login },
  ...{ endpointId: details.endpointId, trainingOrders: [] },
})

const unknown: Fault = {
  ...{ kind: 'denied', sent: 'no', reason: 'not-found' },
  message: 'There is no such connection here.',
}

/** Good with a control key, else refused for its credentials. */
const testOf = ({ id, control, isEmbedded }: ConnectionDetails): ConnectionTest => ({
  ...{ connectionId: id, at: 0, tookMs: 340, summary: '', checks: [], serialNumber: null },
  ...{ verdict: control.isSet || isEmbedded ? 'good' : 'bad', skewMs: null },
})

export function connectionAnswers(desk: {
  connections: ConnectionDetails[]
  /** After every change: what the frame shows of the connections is made anew. */
  changed: () => void
}) {
  const on = <T>(
    id: string,
    act: (details: ConnectionDetails) => Result<T>,
    isChange = true,
  ): Result<T> => {
    const details = desk.connections.find((one) => one.id === id)
    if (details === undefined) return fail(unknown)
    const result = act(details)
    if (result.ok && isChange) desk.changed()
    return result
  }
  const withKey = (details: ConnectionDetails): Result<PublicKeyView> => {
    details.privateKey = secretOf('5c1d'.repeat(16), 0)
    return ok({
      ...{ connectionId: details.id, pem: 'PUBLIC', fingerprint: '5c1d', bits: 4096, createdAt: 0 },
    })
  }
  return {
    'connection:list': () => ok(desk.connections),
    'connection:show': (input: Input<'connection:show'>) =>
      on(input.connectionId, ok<ConnectionDetails>, false),
    'connection:save': ({ connectionId: _id, settings, ...draft }: Input<'connection:save'>) => {
      const shared = desk.connections.some(
        ({ environment, login }) => environment !== draft.environment && login === draft.login,
      )
      if (shared) return fail(inputFault('login', 'It is used for the other environment.'))
      const made = detailsOf(
        { ...draft, id: 'connection-1', isEmbedded: false, trainingOrders: [] },
        { settings: connectionSettings.parse(settings) },
      )
      desk.connections.push(made)
      desk.changed()
      return ok(made)
    },
    'connection:remove': ({ connectionId, name }: Input<'connection:remove'>) =>
      on(connectionId, (details) => {
        if (details.name !== name) return fail(inputFault('name', 'That is another name.'))
        desk.connections.splice(desk.connections.indexOf(details), 1)
        return ok(null)
      }),
    'connection:test': (input: Input<'connection:test'>) =>
      on(input.connectionId, (details) => ok(testOf(details)), false),
    'key:set-control': (input: Input<'key:set-control'>) =>
      on(input.connectionId, (details) => {
        details.control = secretOf('a0b3e5f60718293a', 0)
        return ok(details)
      }),
    'key:create-rsa': (input: Input<'key:create-rsa'>) => on(input.connectionId, withKey),
    'key:import-rsa': ({ connectionId, passphrase }: Input<'key:import-rsa'>) =>
      on(connectionId, (details) =>
        passphrase === 'open sesame'
          ? withKey(details)
          : fail(inputFault('passphrase', 'That is not the passphrase of this key.')),
      ),
    'signature:explain': () =>
      ok({
        ...{ operation: 'return', connectionName: '', scheme: 'control' as const, formula: '' },
        ...{ plain: '<MERCHANT_CONTROL_KEY>', url: '', headers: [], fields: [], curl: '' },
      }),
  }
}
