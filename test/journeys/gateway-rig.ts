// The real client, signer, memory vault and socket, pointed at a gateway on 127.0.0.1. No desk:
// what is proved here is the interface itself. A test may step between build and socket, as
// somebody on the wire would.
import { randomBytes } from 'node:crypto'
import {
  type Connection,
  connectionRecord,
  controlKeySlot,
  privateKeySlot,
} from '#shared/connections/connection.ts'
import { ok } from '#shared/fault.ts'
import { type OperationId, rowOf } from '#shared/gateway/operations/index.ts'
import { isFinalStatus } from '#shared/gateway/status/status.ts'
import { type Money, parseAmount } from '#shared/money.ts'
import {
  createClient,
  type GatewayClient,
  type Outcome,
  type SignedRequest,
} from '../../src/main/gateway/client.ts'
import { createSigner } from '../../src/main/gateway/signing/sign.ts'
import { sendOnce } from '../../src/main/gateway/transport/transport.ts'
import type { Exchange, SendInput } from '../../src/main/gateway/transport/exchange.ts'
import { createMemoryVault } from '../../src/main/vault/memory.ts'
import { must } from './story.ts'
import { freeTurns } from '../fakes/turns.ts'

export type Fields = Record<string, string>
type Between = (input: SendInput, send: typeof sendOnce) => Promise<Exchange>

interface Reply {
  answer: Fields
  typed: Record<string, unknown>
}

export interface GatewayRig {
  connection: Connection
  client: GatewayClient
  /** Every request the socket was given, as it was given. */
  sendings: SendInput[]
  /** Stands between client and socket while it is set. */
  between: Between | null
  build(id: OperationId, fields: Fields): Promise<SignedRequest>
  send(id: OperationId, fields: Fields): Promise<Outcome>
  /** Reads or sends, as the row's risk says; throws when the gateway refuses. */
  perform(id: OperationId, fields: Fields): Promise<Reply>
  /** One status answer, verbatim. */
  status(which: Fields): Promise<Fields>
}

export interface Keys {
  merchantControlKey: string
  privateKeyPem: string
}

export async function openRig(options: {
  baseUrl: string
  keys: Keys
  login: string
  endpointId: string
  settings?: Partial<Connection['settings']>
}): Promise<GatewayRig> {
  const { baseUrl, keys, login, endpointId } = options
  const connection = connectionRecord.parse({
    id: 'rig',
    name: 'Rig',
    environment: 'test',
    isEmbedded: false,
    baseUrl,
    endpointId,
    login,
    settings: options.settings ?? {},
  })
  const vault = createMemoryVault()
  await vault.write(controlKeySlot(connection.id), keys.merchantControlKey)
  await vault.write(privateKeySlot(connection.id), keys.privateKeyPem)
  const client = createClient({
    signer: createSigner({
      vault,
      clock: Date.now,
      nonce: () => randomBytes(16).toString('hex'),
      connectionId: connection.id,
    }),
    takeTurn: freeTurns,
    transport: (input) => {
      // A copy: the client overwrites the body once it was sent.
      rig.sendings.push({ ...input, body: Buffer.from(input.body) })
      return rig.between === null ? sendOnce(input) : rig.between(input, sendOnce)
    },
    clock: Date.now,
    sleep: () => Promise.resolve(),
    random: () => 0,
    readCaFile: (path) => Promise.reject(new Error(`nobody asked for ${path}`)),
    proxyFor: () => ok(null),
    stopOAuth: () => null,
    onAnswer: () => undefined,
    report: (incident, error) => {
      throw new Error(incident, { cause: error })
    },
  })
  const moneyOf = ({ amount, currency }: Fields): Money | null =>
    amount === undefined
      ? null
      : must(parseAmount(amount, currency ?? '', connection.settings.digitsRule))
  const rig: GatewayRig = {
    connection,
    client,
    sendings: [],
    between: null,
    build: async (id, fields) => must(await client.build(id, connection, fields, moneyOf(fields))),
    send: async (id, fields) => client.send(await rig.build(id, fields), connection, id),
    perform: async (id, fields) => {
      if (rowOf(id).risk === 'read')
        return must(await client.read(id, connection, fields as never)) as Reply
      const outcome = await rig.send(id, fields)
      if (outcome.kind !== 'accepted') throw new Error(`${id}: ${JSON.stringify(outcome)}`)
      return outcome
    },
    status: async (which) => must(await client.read('status', connection, which)).answer,
  }
  return rig
}

/**
 * Asks until the gateway's word is final, moving its clock on between the questions. Answers every
 * status seen.
 */
export async function settle(
  rig: GatewayRig,
  which: Fields,
  passTime: () => void,
): Promise<Fields[]> {
  const seen = [await rig.status(which)]
  for (let tries = 0; !isFinalStatus(seen.at(-1)!['status'] ?? '') && tries < 5; tries += 1) {
    passTime()
    seen.push(await rig.status(which))
  }
  return seen
}
