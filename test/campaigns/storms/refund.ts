// How a desk of a storm refunds one order once: claim, SENDING, connect, last look, bytes,
// outcome. The steps are those of docs/team.md; between any two of them it can be held, killed or
// cut.
import { connect, type Socket } from 'node:net'
import type { OwnRecords } from '../../../src/main/team/claims/own-records.ts'
import { openClaims, owedAfter } from '../../../src/main/team/claims/rules.ts'
import type {
  Claim,
  FinalState,
  NotReady,
  TeamPort,
} from '../../../src/main/team/claims/team-port.ts'
import type { TeamRecord } from '../../../src/main/team/records/record.ts'
import { orderTopic } from '../../../src/main/team/records/topics.ts'
import type { JournalFile } from './journal.ts'

export type Step =
  | 'read' // the order's records
  | 'put' // the claim is `out` here
  | 'put-done' // the database said so
  | 'claimed' // the claim is `in` here
  | 'sending'
  | 'connected'
  | 'looked'
  | 'written'
  | 'answered'
  | 'final'
  | 'released'

export interface RefundPorts {
  team: TeamPort
  own: OwnRecords
  journal: JournalFile
  gatewayPort: number
  desk: string
  step(step: Step, order: string): Promise<void>
  /** Why the team can't be asked. */
  notReady(why: NotReady): void
}

export type Refunded =
  | 'sent'
  | 'done-before' // somebody refunded it
  | 'held' // somebody has it
  | 'not-sent' // nothing left; it can be tried again
  | 'not-ready' // the team can't be asked

export const topicOf = (order: string): string =>
  orderTopic({ service: 'https://gateway.test shop', orderid: order })

const isRefunded = (record: TeamRecord): boolean =>
  record.kind === 'outcome' && record.facts.state === 'SUCCEEDED'

export async function refund(ports: RefundPorts, order: string): Promise<Refunded> {
  const { team, desk, step } = ports
  const topic = topicOf(order)
  const chain = await team.chainOf(topic)
  if ('kind' in chain) return notReady(ports, chain)
  if (chain.some(isRefunded)) return 'done-before'
  const last = chain.at(-1)
  if (last?.kind === 'claim' && last.desk !== desk) return 'held'
  if (last?.kind === 'claim') {
    await recover(ports)
    return 'not-sent'
  }
  await step('read', order)
  const facts = { at: Date.now(), by: desk, operation: 'return', amount: null }
  const claimed = await team.claim(topic, facts, chain.length)
  if (claimed.kind === 'held') return claimed.by.desk === desk ? 'not-sent' : 'held'
  if (claimed.kind === 'moved') return 'not-sent'
  if (claimed.kind !== 'mine') return notReady(ports, claimed)
  await step('claimed', order)
  return send(ports, order, claimed.claim)
}

function notReady(ports: RefundPorts, why: NotReady): Refunded {
  ports.notReady(why)
  return 'not-ready'
}

async function send(ports: RefundPorts, order: string, claim: Claim): Promise<Refunded> {
  const { journal, step, team } = ports
  journal.write({ claim: claim.digest, order, state: 'SENDING' })
  await step('sending', order)
  const socket = await connected(ports.gatewayPort)
  await step('connected', order)
  const path = `/refund/${encodeURIComponent(order)}/${claim.digest}`
  const reason = await team.lookAndWrite(claim, () => {
    socket.write(`POST ${path} HTTP/1.1\r\nHost: gateway\r\nConnection: close\r\n\r\n`)
  })
  if (reason !== null) {
    socket.destroy()
    return end(ports, { order, claim, state: 'NOT_SENT' }).then(() => 'not-sent')
  }
  await step('written', order)
  const isAnswered = / 200 [^]*approved/.test(await textOf(socket))
  await step('answered', order)
  const state = isAnswered ? 'SUCCEEDED' : await asked(ports.gatewayPort, order, claim.digest)
  await end(ports, { order, claim, state })
  return state === 'SUCCEEDED' ? 'sent' : 'not-sent'
}

async function end(
  ports: RefundPorts,
  { order, claim, state }: { order: string; claim: Claim; state: FinalState },
): Promise<void> {
  ports.journal.write({ claim: claim.digest, order, state })
  await ports.step('final', order)
  await told(ports, claim, state)
  await ports.step('released', order)
}

/** Says what became of a claim, until the team knows or contradicts. */
async function told(
  { team, journal }: RefundPorts,
  claim: Claim,
  state: FinalState,
): Promise<void> {
  for (let tries = 0; tries < 400; tries += 1) {
    const done = await team.release(claim, state)
    if (done === 'contradicted') journal.write({ claim: claim.digest, order: '', isTold: true })
    if (done !== 'later') return
    await pause(50)
  }
}

/** What every start owes: the outcome of each claim that has none. */
export async function recover(ports: RefundPorts): Promise<void> {
  for (const claim of openClaims(ports.own.all())) {
    const line = ports.journal.of(claim.digest)
    if (line?.isTold === true) continue
    // MONEY: without a request that was being sent, nothing left.
    const owed = line?.state === undefined ? 'NOT_SENT' : owedAfter(line.state)
    const order = line?.order ?? ''
    const state = owed === 'open' ? await asked(ports.gatewayPort, order, claim.digest) : owed
    ports.journal.write({ claim: claim.digest, order, state })
    await told(ports, claim, state)
  }
}

/** The gateway's own word. “Nothing” counts once it was said for longer than bytes take. */
async function asked(port: number, order: string, claim: string): Promise<FinalState> {
  const path = `/status/${encodeURIComponent(order)}/${claim}`
  for (let nothings = 0; nothings < 4; nothings += 1) {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`)
    if ((await answer.text()) !== '0') return 'SUCCEEDED'
    await pause(50)
  }
  return 'FAILED'
}

export const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, ms))

const connected = (port: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(socket))
    socket.once('error', reject)
  })

/** All that comes until the other side ends; empty when it breaks off. */
const textOf = (socket: Socket): Promise<string> =>
  new Promise((resolve) => {
    let text = ''
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()))
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(text))
  })
