// A desk that only claims, in a process of its own: each of its orders in turn, until somebody has
// each. It says what is its own, also what it learns of at a start.
import { holdFolder, keyIn, ownRecordsIn } from '../../../scripts/team/desk-folder.ts'
import { passwordIn, readMembership } from '../../../scripts/team/desk-folder.ts'
import { createTeam } from '../../../src/main/team/claims/create-team.ts'
import { openClaims } from '../../../src/main/team/claims/rules.ts'
import { openSession } from '../../../src/main/team/database/session.ts'
import { pause, topicOf } from './refund.ts'

export interface ClaimantTask {
  folder: string
  orders: readonly string[]
}

const task = JSON.parse(process.argv[2]!) as ClaimantTask
const say = (line: string): void => void process.stdout.write(`${line}\n`)
const folder = holdFolder(task.folder)
if (folder === null) throw new Error(`${task.folder} is held by another desk.`)
const { id, desk, address, ca } = readMembership(task.folder)!
const own = ownRecordsIn(task.folder)
const limits = { connectMs: 5_000, statementMs: 20_000, answerMs: 25_000 }
const team = createTeam({
  ...{ id, desk, own, key: keyIn(task.folder), pauseMs: 50, waitMs: 60_000 },
  now: () => ({ steadyMs: performance.now(), wallMs: Date.now() }),
  open: () => openSession({ ...address, ca, limits, password: passwordIn(task.folder) }),
})
const byTopic = new Map(task.orders.map((order) => [topicOf(order), order]))
const said = new Set<string>()
/** Of what is known to stand there. */
const sayOwn = (topic: string): void => {
  const order = byTopic.get(topic)
  if (order === undefined || said.has(order)) return
  said.add(order)
  say(`won ${order}`)
}
// What was under way when it was killed is resolved first.
while ((await team.standing()).kind !== 'ready') await pause(50)
for (const { topic } of openClaims(own.all())) sayOwn(topic)
const facts = { at: 1, by: desk, operation: 'return', amount: null }
/** Of a claim that came too late to be used, there is an outcome. */
const seen = new Map<string, number>()
let open = [...byTopic.keys()]
while (open.length > 0) {
  const left: string[] = []
  for (const topic of open) {
    const claimed = await team.claim(topic, facts, seen.get(topic) ?? 0)
    if (claimed.kind === 'mine') sayOwn(topic)
    else if (claimed.kind !== 'held') left.push(topic)
    else if (claimed.by.desk === desk) sayOwn(topic)
    if (claimed.kind === 'moved') seen.set(topic, claimed.records.length)
  }
  open = left
  if (open.length > 0) await pause(50)
}
await team.close()
folder.release()
process.exit(0)
