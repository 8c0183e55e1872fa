// A desk of a storm, in a process of its own: refunds each of its orders once, unless somebody
// else did. It says each step; at a step that it is held at, it waits for a line. Another line
// sets its clock of the day.
import { createInterface } from 'node:readline'
import {
  holdFolder,
  keyIn,
  ownRecordsIn,
  passwordIn,
  readMembership,
} from '../../../scripts/team/desk-folder.ts'
import { createTeam, type TeamParts } from '../../../src/main/team/claims/create-team.ts'
import { look } from '../../../src/main/team/claims/look.ts'
import { put } from '../../../src/main/team/database/put.ts'
import { openSession } from '../../../src/main/team/database/session.ts'
import { openJournal } from './journal.ts'
import { type DeskRule, without } from './off.ts'
import { pause, recover, refund, type RefundPorts, type Step } from './refund.ts'

export interface DeskTask {
  folder: string
  gatewayPort: number
  orders: readonly string[]
  /** Where it waits, by order; each once. */
  holds: Readonly<Record<string, Step>>
  off: readonly DeskRule[]
  /** Goes on until each order is refunded, by whomever; else it tries each once. */
  isPatient: boolean
}

const task = JSON.parse(process.argv[2]!) as DeskTask
const say = (line: string): void => void process.stdout.write(`${line}\n`)
/** How far its clock of the day is set off. */
let offMs = 0
let goOn = (): void => undefined
createInterface({ input: process.stdin }).on('line', (line) => {
  const [, set] = /^clock (-?\d+)$/.exec(line) ?? []
  if (set === undefined) goOn()
  else offMs = Number(set)
})
const waits = new Map(Object.entries(task.holds))
/** Puts are known by their record alone. */
let current = ''

const step = async (name: Step, order: string): Promise<void> => {
  current = order
  if (waits.get(order) !== name) return
  waits.delete(order)
  const isOver = new Promise<void>((resolve) => (goOn = resolve))
  say(`at ${name} ${order}`)
  await isOver
}

const held = holdFolder(task.folder)
if (held === null) throw new Error(`${task.folder} is held by another desk.`)
const { id, desk, address, ca } = readMembership(task.folder)!
const own = ownRecordsIn(task.folder)
/** A busy machine is slow; what is cut off here is cut off by the storm. */
const limits = { connectMs: 5_000, statementMs: 20_000, answerMs: 25_000 }
const parts: TeamParts = {
  ...{ id, desk, own, key: keyIn(task.folder), pauseMs: 50 },
  now: () => ({ steadyMs: performance.now(), wallMs: Date.now() + offMs }),
  open: () => openSession({ ...address, ca, limits, password: passwordIn(task.folder) }),
}
const fewer = without(task.off, parts)
const { put: putOnce = put } = fewer.ways ?? {}
const { look: lookOnce = look } = fewer
const team = createTeam({
  ...fewer,
  look: async (...asked) => {
    const reason = await lookOnce(...asked)
    await step('looked', current)
    return reason
  },
  ways: {
    ...fewer.ways,
    put: async (session, record) => {
      if (record.kind !== 'claim') return putOnce(session, record)
      await step('put', current)
      const done = await putOnce(session, record)
      await step('put-done', current)
      return done
    },
  },
})
const journal = openJournal(task.folder)
let why = ''
const notReady: RefundPorts['notReady'] = (standing) => {
  const now = JSON.stringify(standing)
  if (now !== why) say(`waits ${now}`)
  why = now
}
const ports: RefundPorts = {
  ...{ team, own, journal, desk, step, notReady },
  gatewayPort: task.gatewayPort,
}

let open = [...task.orders]
let rounds = 0
do {
  await recover(ports)
  const left: string[] = []
  for (const order of open) {
    current = order
    const done = await refund(ports, order)
    if (done === 'sent' || done === 'done-before') say(`end ${done} ${order}`)
    else left.push(order)
  }
  open = left
  rounds += 1
  if (open.length > 0) await pause(rounds < 20 ? 30 : 100)
} while (task.isPatient && open.length > 0)
await recover(ports)
const standing = await team.standing()
say(`done ${JSON.stringify({ left: open.length, standing: standing.kind })}`)
held.release()
process.exit(0)
