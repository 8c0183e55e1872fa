// Starts the embedded payment service on 127.0.0.1 and hands out its switches. A party of its own: it imports nothing of the
// client, keeps its own books and checks every signature itself.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { EffectRow, Transaction } from './book.ts'
import { callbackRows, type CallbackRow } from './callback.ts'
import { answerConsole } from './console.ts'
import { deliver, styleOf } from './deliver.ts'
import { answerHosted, isHostedPath } from './hosted.ts'
import type { FaultSwitch } from './faults.ts'
import type { Identity } from './identity.ts'
import { answerDescription, DESCRIPTION_PATH } from './openapi.ts'
import { openPremises, type SandboxOptions } from './open-premises.ts'
import { type HostName, playHost } from './hosts/profiles.ts'
import { isFaultKind } from './magic.ts'
import { BASE_PATH, perform } from './perform.ts'
import type { Premises } from './premises.ts'
import { readRequest } from './received.ts'
import { refuse } from './refusal.ts'
import type { RequestRow } from './request-log.ts'
import { renewTraining, type TrainingOrder, trainingOrders } from './seed.ts'
import { type Subscription, subscriptions } from './subscription.ts'
import type { SwitchName } from './switches.ts'

export interface Sandbox {
  /** "http://127.0.0.1:PORT/paynet" */
  baseUrl: string
  identity: Identity
  console: string
  trainingOrders(): TrainingOrder[]
  effects(): EffectRow[]
  /** Every transaction of an order, declined ones included. */
  transactions(orderid: string): Transaction[]
  subscriptions(): Subscription[]
  /** The number of the newest order with the merchant's own id, or null. */
  orderidOf(clientOrderid: string): string | null
  callbacks(): CallbackRow[]
  requests(): RequestRow[]
  setFault(fault: FaultSwitch): void
  clearFaults(): void
  setSwitch(name: SwitchName, isOn: boolean): void
  /** Puts every switch where a host of the family has it. */
  playHost(name: HostName): void
  /** Registers another public key (PEM) of the merchant; answers its fingerprint. */
  registerKey(pem: string): string
  /** A fresh set of training orders. */
  renewTraining(): TrainingOrder[]
  /** Moves the book's clock ahead: what is due by then is settled. */
  advance(ms: number): void
  close(): Promise<void>
}

export type {
  CallbackRow,
  EffectRow,
  FaultSwitch,
  HostName,
  Identity,
  RequestRow,
  SandboxOptions,
  Subscription,
  SwitchName,
  TrainingOrder,
  Transaction,
}

const FLUSH_MS = 500

/** The Date header's text, written once a second. */
function openDateWriter(): (at: number) => string {
  let second = NaN
  let text = ''
  return (at) => {
    const current = Math.floor(at / 1000)
    if (current === second) return text
    second = current
    return (text = new Date(at).toUTCString())
  }
}

export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { premises, agenda } = await openPremises(options)
  const { store } = premises

  const dateOf = openDateWriter()
  const server = createServer((request, response) => {
    // Signatures are judged by the real time; a client estimates its skew from this header.
    response.setHeader('date', dateOf(premises.clock.door()))
    answer(premises, request, response).catch((error: unknown) => {
      // A client that went away while it was still sending is its own business.
      if (!request.complete) return void request.socket.destroy()
      const words = error instanceof Error ? (error.stack ?? error.message) : String(error)
      process.stderr.write(`sandbox: ${words}\n`)
      if (response.headersSent) return void request.socket.destroy()
      const { refusal } = refuse('INTERNAL', 'the sandbox failed; see its error output')
      deliver(request, response, {
        http: refusal.http,
        record: { type: 'error', 'error-code': refusal.code, 'error-message': refusal.message },
        delivery: 'normal',
      })
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => {
      store.close()
      reject(error)
    })
    server.listen(options.port ?? 0, '127.0.0.1', resolve)
  })
  premises.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  agenda.wake()
  const flusher = setInterval(() => premises.log.flush(), FLUSH_MS)
  flusher.unref()

  let isClosed = false
  return {
    baseUrl: premises.origin + BASE_PATH,
    identity: premises.identity,
    console: `${premises.origin}/console/`,
    trainingOrders: () => trainingOrders(premises),
    effects: () => {
      agenda.wake()
      return premises.book.effects()
    },
    transactions: (orderid) => {
      agenda.wake()
      return premises.book.transactions(Number(orderid))
    },
    subscriptions: () => subscriptions(premises),
    orderidOf: (clientOrderid) => {
      const order = premises.book.orderByClient(clientOrderid)
      return order === undefined ? null : String(order.orderid)
    },
    callbacks: () => callbackRows(premises),
    requests: () => premises.log.rows(),
    setFault(fault) {
      if (!isFaultKind(fault.kind)) throw new Error(`no such fault: ${String(fault.kind)}`)
      premises.faults.set(fault)
    },
    clearFaults: () => premises.faults.clear(),
    setSwitch: (name, isOn) => premises.switches.set(name, isOn),
    playHost: (name) => playHost(premises.switches, name),
    registerKey(pem) {
      const registered = premises.keys.register(pem)
      if (!registered.ok) throw new Error(registered.refusal.message)
      return registered.value
    },
    renewTraining() {
      renewTraining(premises, premises.clock.book())
      return trainingOrders(premises)
    },
    advance(ms) {
      premises.clock.advance(ms)
      agenda.wake()
    },
    async close() {
      if (isClosed) return
      isClosed = true
      clearInterval(flusher)
      agenda.stop()
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
      premises.log.flush()
      store.close()
    },
  }
}

async function answer(
  premises: Premises,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const target = request.url ?? ''
  if (target.startsWith('/console')) return answerConsole(premises, request, response)
  if (isHostedPath(target)) return answerHosted(premises, request, response)
  if (target.split('?')[0] === BASE_PATH + DESCRIPTION_PATH && request.method === 'GET')
    return answerDescription(premises, response)
  const performed = perform(premises, await readRequest(request))
  const { switches } = premises
  const heldBackMs = switches.isOn('answers-slowly') ? premises.slowMs : 0
  deliver(request, response, performed, styleOf(switches), heldBackMs)
}
