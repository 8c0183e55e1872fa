// Wires what belongs to connections: their keys (vault, sealed files, fingerprints), the gateway
// that signs with them, and what its answers show (clock, unknown terms). Called by assemble.ts.
// It holds no rule of its own; it only connects.
import { say, sayAll } from '#shared/message.ts'
import type { UsedSecret } from '../gateway/signing/sign-types.ts'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CallbackOutput } from '#shared/bridge/callbacks.ts'
import type { ClockWarning, ConnectionOutput } from '#shared/bridge/connections.ts'
import type { Change } from '#shared/contract/bridge.ts'
import { clockAdvice, skewMessage, wentBackMessage } from '#shared/connections/clock-skew.ts'
import { unknownTermsOf } from '#shared/gateway/unknown-terms.ts'
import { readCaFile } from './ca-file.ts'
import { createCallbackMethods } from '../desk/api/callbacks.ts'
import { createConnectionMethods } from '../desk/api/connections.ts'
import type { ConnectionParts } from '../desk/connections/connection-parts.ts'
import type { Desk, ShellPorts } from '../desk/base/desk.ts'
import { createKeyMethods } from '../desk/api/keys.ts'
import type { PaymentPorts } from '../desk/payments/payments.ts'
import { createSignatureMethods } from '../desk/api/signatures.ts'
import { checkCallbackControl, readCallback } from '../gateway/answers/callback.ts'
import { openBudgets, type TakeTurn } from '../gateway/budget/budgets.ts'
import { createClient, type GatewayClient, type GatewayAnswer } from '../gateway/client.ts'
import { type ClockWatch, createClockWatch } from '../gateway/transport/clock-watch.ts'
import { explain } from '../gateway/explain.ts'
import { type Environment, proxyFor } from '../gateway/transport/proxy.ts'
import { createSigner, type SecretReader } from '../gateway/signing/sign.ts'
import { sendOnce } from '../gateway/transport/transport.ts'
import type { AuditLog } from '../ledger/audit/audit.ts'
import type { ConnectionStore } from '../ledger/settings/connections.ts'
import { type UnknownTermBook, openUnknownTerms } from '../ledger/orders/unknown-terms.ts'
import { type Database, inTransaction } from '../ledger/db/open.ts'
import { openSecrets, type SecretBook } from '../ledger/settings/secrets.ts'
import { type KeyRing, keyRing } from '../vault/key-ring.ts'
import { createRsaKey, publicFacts, readRsaKey } from '../vault/rsa-key.ts'
import type { Vault } from '../vault/vault.ts'

export interface WiredConnections {
  secrets: SecretBook
  ring: KeyRing
  gateway: (connectionId: string) => GatewayClient
  takeTurn: TakeTurn
  commit: ConnectionParts['commit']
  clockWarnings(): ClockWarning[]
  skew: ClockWatch['skew']
  methods(
    ports: PaymentPorts,
    shell: ShellPorts,
  ): Pick<Desk, keyof (CallbackOutput & ConnectionOutput)>
}

interface ConnectionOptions {
  db: Database
  audit: AuditLog
  vault: Vault
  store: ConnectionStore
  /** User data: the sealed keys lie in a folder of their own in it. */
  folder: string
  environment: Environment
  clock: () => number
  monotonic: () => number
  /** Cuts questions off when the program ends. */
  closing: AbortSignal
  /** After entries were committed. */
  onCommitted: () => void
  onChange: (change: Change) => void
  report: (incident: string, error: unknown) => void
  /** Called after each use of a secret. */
  forget?: ((used: UsedSecret) => void) | undefined
}

export function wireConnections(parts: ConnectionOptions): WiredConnections {
  const { db, audit, vault, store, clock } = parts
  const secrets = openSecrets(db, clock, vault.kind)
  const ring = keyRing(vault, {
    folder: join(parts.folder, 'keys'),
    fingerprintOf: (slot) => secrets.find(slot)?.fingerprint,
    isPractice: (connectionId, url) => store.isEmbeddedAt(connectionId, url),
  })
  // MONEY: a key signs for the place it was entered for, whatever the ledger says by now.
  const keys: SecretReader = { read: (slot, use) => ring.readFor(slot, use) }
  const clocks = createClockWatch((connectionId) => parts.onChange({ topic: 'app', connectionId }))
  const unknownTerms = openUnknownTerms(db, audit, clock)
  const commit: ConnectionParts['commit'] = (draft, rows) => {
    inTransaction(db, () => audit.append(draft, rows?.()))
    parts.onCommitted()
  }
  const { closing, monotonic } = parts
  const takeTurn = openBudgets({ gatewayOf: store.gatewayOf, monotonic, closing })
  return {
    secrets,
    ring,
    takeTurn,
    gateway: gatewayClients(parts, { keys, clocks, unknownTerms, takeTurn }),
    commit,
    skew: clocks.skew,
    clockWarnings: () => [...ownClock(audit), ...clockWarnings(store, clocks)],
    methods: (ports, shell) => {
      const own: ConnectionParts & { ports: PaymentPorts } = {
        ...{ ports, store, secrets, ring, clocks, shell, commit },
        lost: new Map(),
      }
      return {
        ...createCallbackMethods({
          ...own,
          read: readCallback,
          verify: (connection, fields) => checkCallbackControl(keys, connection, fields),
        }),
        ...createConnectionMethods(own),
        ...createKeyMethods(own, { create: createRsaKey, read: readRsaKey, publicFacts }, shell),
        ...createSignatureMethods({ ports, unknownTerms, explain }),
      }
    },
  }
}

/** One client a connection, made when it is first asked for. */
function gatewayClients(
  parts: ConnectionOptions,
  {
    keys,
    clocks,
    unknownTerms,
    takeTurn,
  }: Pick<WiredConnections, 'takeTurn'> & {
    keys: SecretReader
    clocks: ClockWatch
    unknownTerms: UnknownTermBook
  },
): WiredConnections['gateway'] {
  const { clock, report } = parts
  const onAnswer = ({ connectionId, operation, skewMs, at, answer }: GatewayAnswer): void => {
    clocks.note(connectionId, skewMs, at)
    if (answer === null) return
    const terms = unknownTermsOf(operation, answer)
    const serialNumber = answer['serial-number'] ?? ''
    unknownTerms.record({ connectionId, operation, serialNumber, terms })
  }
  const clients = new Map<string, GatewayClient>()
  return (connectionId) => {
    const known = clients.get(connectionId)
    if (known !== undefined) return known
    const nonce = (): string => randomBytes(16).toString('hex')
    const client = createClient({
      signer: createSigner({ vault: keys, clock, nonce, connectionId }),
      transport: sendOnce,
      takeTurn,
      clock,
      sleep,
      random: Math.random,
      readCaFile,
      proxyFor: (url, { settings }) => proxyFor(url, settings.proxyUrl, parts.environment),
      closing: parts.closing,
      stopOAuth: (id) => clocks.stop(id),
      onAnswer,
      report,
      forget: parts.forget ?? (() => undefined),
    })
    clients.set(connectionId, client)
    return client
  }
}

/** A clock that was set back: what is written from now on stands under times that were before. */
function ownClock(audit: AuditLog): ClockWarning[] {
  const wentBackMs = audit.wentBackMs()
  if (wentBackMs === null) return []
  const message = wentBackMessage(wentBackMs)
  return [{ connectionId: null, connectionName: '', skewMs: wentBackMs, state: 'warning', message }]
}

/** The connections whose gateway's clock contradicts this computer's clock. */
const clockWarnings = (store: ConnectionStore, clocks: ClockWatch): ClockWarning[] =>
  store.all().flatMap(({ id, name }): ClockWarning[] => {
    const skew = clocks.skew(id)
    if (skew === null || skew.state === 'good') return []
    const { skewMs, state } = skew
    const message = say('connections.of-a-connection', {
      name,
      said: sayAll([skewMessage(skewMs), clockAdvice[state]]),
    })
    return [{ connectionId: id, connectionName: name, skewMs, state, message }]
  })
