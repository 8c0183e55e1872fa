// Starts the embedded payment gateway on 127.0.0.1 and returns its switches. The sandbox is
// independent: it imports no code of the client, keeps its own books and verifies every signature
// itself.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dispute, type DisputeType } from './events/dispute.ts'
import type { Scheduler } from './events/scheduler.ts'
import type { EffectRow, Transaction } from './book/book.ts'
import { callbackRows, type CallbackRow } from './events/callback.ts'
import { answerConsole } from './console/console.ts'
import { deliver, styleOf } from './deliver.ts'
import { answerHosted, isHostedPath } from './hosted/hosted.ts'
import type { FaultSwitch } from './context/faults.ts'
import type { Identity } from './signing/identity.ts'
import { answerDescription, DESCRIPTION_PATH } from './description/openapi.ts'
import { openContext, type SandboxOptions } from './open-context.ts'
import { type HostName, playHost } from './hosts/profiles.ts'
import { isFaultKind } from './book/test-amounts.ts'
import { dispatch } from './dispatch.ts'
import { BASE_PATH } from './http/answers.ts'
import type { SandboxContext } from './context/context.ts'
import { hostFault } from './http/host.ts'
import { readRequest } from './http/received.ts'
import { refuse } from './http/refusal.ts'
import type { RequestRow } from './context/request-log.ts'
import { renewTraining, type TrainingOrder, trainingOrders } from './events/seed.ts'
import { type Subscription, subscriptions } from './events/subscription.ts'
import type { SwitchName } from './context/switches.ts'

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
  /** Books a chargeback of an order, or its reversal, as the console does. */
  dispute(orderid: string, type: DisputeType): void
  /** Registers another public key (PEM) of the merchant; answers its fingerprint. */
  registerKey(pem: string): string
  /** What another registered key signs is refused from then on. */
  retireKey(fingerprint: string): void
  /** The control keys that are taken from then on; callbacks are signed by the first. */
  takeControlKeys(keys: readonly [string, ...string[]]): void
  /** A fresh set of training orders. */
  renewTraining(): TrainingOrder[]
  /** Moves the book's clock ahead: what is due by then becomes final. */
  advance(ms: number): void
  close(): Promise<void>
}

export type {
  EffectRow,
  HostName,
  Identity,
  SandboxOptions,
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
  const { context, scheduler } = await openContext(options)
  const { store } = context
  const server = await listen(context, options.port ?? 0)
  scheduler.wake()
  const flusher = setInterval(() => context.log.flush(), FLUSH_MS)
  flusher.unref()

  let isClosed = false
  return {
    ...watched(context, scheduler),
    ...switched(context),
    renewTraining() {
      renewTraining(context, context.clock.book())
      return trainingOrders(context)
    },
    advance(ms) {
      context.clock.advance(ms)
      scheduler.wake()
    },
    async close() {
      if (isClosed) return
      isClosed = true
      clearInterval(flusher)
      scheduler.stop()
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
      context.log.flush()
      store.close()
    },
  }
}

/** Serves the sandbox on a port of this computer alone. */
async function listen(context: SandboxContext, port: number): Promise<Server> {
  const dateOf = openDateWriter()
  const server = createServer((request, response) => {
    // Signatures are verified against the real time; a client estimates its skew from this header.
    response.setHeader('date', dateOf(context.clock.door()))
    answer(context, request, response).catch((error: unknown) => {
      // Ignore a client that disconnects while it is still sending.
      if (!request.complete) return void request.socket.destroy()
      const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
      process.stderr.write(`sandbox: ${message}\n`)
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
      context.store.close()
      reject(error)
    })
    server.listen(port, '127.0.0.1', resolve)
  })
  context.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return server
}

/** What a test or a person may look at. */
function watched(
  context: SandboxContext,
  scheduler: Scheduler,
): Omit<Sandbox, keyof Switched | 'renewTraining' | 'advance' | 'close'> {
  return {
    baseUrl: context.origin + BASE_PATH,
    identity: context.identity,
    console: `${context.origin}/console/`,
    trainingOrders: () => trainingOrders(context),
    effects: () => {
      scheduler.wake()
      return context.book.effects()
    },
    transactions: (orderid) => {
      scheduler.wake()
      return context.book.transactions(Number(orderid))
    },
    subscriptions: () => subscriptions(context),
    orderidOf: (clientOrderid) => {
      const order = context.book.orderByClient(clientOrderid)
      return order === undefined ? null : String(order.orderid)
    },
    callbacks: () => callbackRows(context),
    requests: () => context.log.rows(),
  }
}

type Switched = Pick<
  Sandbox,
  | 'setFault'
  | 'clearFaults'
  | 'setSwitch'
  | 'playHost'
  | 'dispute'
  | 'registerKey'
  | 'retireKey'
  | 'takeControlKeys'
>

/** What makes the gateway another one. */
function switched(context: SandboxContext): Switched {
  return {
    setFault(fault) {
      if (!isFaultKind(fault.kind)) throw new Error(`no such fault: ${String(fault.kind)}`)
      context.faults.set(fault)
    },
    clearFaults: () => context.faults.clear(),
    setSwitch: (name, isOn) => context.switches.set(name, isOn),
    playHost: (name) => playHost(context.switches, name),
    dispute(orderid, type) {
      const disputed = dispute(context, orderid, type)
      if (!disputed.ok) throw new Error(disputed.refusal.message)
    },
    registerKey(pem) {
      const registered = context.keys.register(pem)
      if (!registered.ok) throw new Error(registered.refusal.message)
      return registered.value
    },
    retireKey: (fingerprint) => context.keys.retire(fingerprint),
    takeControlKeys: (keys) => context.keys.nameControls(keys),
  }
}

async function answer(
  context: SandboxContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const target = request.url ?? ''
  const wrongHost = hostFault(request)
  if (wrongHost !== null) {
    response.writeHead(wrongHost.status, { 'content-type': 'text/plain; charset=utf-8' })
    return void response.end(wrongHost.text)
  }
  if (target.startsWith('/console')) return answerConsole(context, request, response)
  if (isHostedPath(target)) return answerHosted(context, request, response)
  if (target.split('?')[0] === BASE_PATH + DESCRIPTION_PATH && request.method === 'GET')
    return answerDescription(context, response)
  const performed = dispatch(context, await readRequest(request))
  const { switches } = context
  const heldBackMs = switches.isOn('answers-slowly') ? context.slowMs : 0
  deliver(request, response, performed, styleOf(switches), heldBackMs)
}
