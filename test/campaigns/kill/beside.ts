// Two desks of one team on the same orders, each in a process of its own, both killed with SIGKILL
// at random moments: no part of an order is refunded twice, none is lost, and each claim ends as
// the gateway's books say. `without`: claims, and the same two desks work alone.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AttemptView } from '#shared/bridge/views.ts'
import type { Desk } from '../../../src/main/desk/base/desk.ts'
import { type Sandbox, startSandbox } from '../../../src/sandbox/start.ts'
import { type Postgres, startPostgres } from '../../fakes/postgres/server.ts'
import { makeTeam, type TestTeam } from '../../fakes/postgres/team.ts'
import { openDeskAt } from '../faults/fixture.ts'
import { must } from '../faults/must.ts'
import { makeRandom, type Random } from '../faults/random.ts'
import { openWire, type Wire } from '../faults/wire.ts'
import type { Say } from '../runner/campaign.ts'
import { truthOf, type Turns } from '../runner/own-team.ts'
import { killed, startDesk } from '../runner/programs.ts'
import { openTeamDesk } from '../runner/team-desk.ts'
import { fileVault } from './file-vault.ts'
import { lookInto, none, type Sums, take } from './look.ts'
import type { KillTask } from './task.ts'

export interface BesideSummary extends Sums {
  /** Lives of both desks. */
  runs: number
  acknowledged: number
  /** Parts that the gateway carried out. */
  parts: number
  /** Parts that it carried out more than once. */
  doubleParts: number
  /** Parts that a desk took for done and the books don't have. */
  lostParts: number
  /** Claims that ended otherwise than their request. */
  wrongEnds: number
  /** Claims that no colleague may ever follow. */
  stuck: number
  /** Records of the team that do not hold. */
  flaws: number
  /** How often a desk was told that a colleague has the order, or worked on it since. */
  heldBack: number
}

const livesPerFolder = 4
/** Of a desk without claims: long enough that both have read the same when the first one left. */
const bothMs = 1_500

interface Folder {
  home: string
  sandbox: Sandbox
  wire: Wire
  team: TestTeam | null
  tasks: readonly KillTask[]
  said: readonly Map<string, string[]>[]
}

export async function runBeside(options: {
  runs: number
  seed: number
  without: '' | 'claims'
  say: Say
}): Promise<BesideSummary> {
  const random = makeRandom(options.seed)
  const server = await startPostgres()
  const sums: BesideSummary = {
    ...none(),
    ...{ runs: options.runs, acknowledged: 0, parts: 0, doubleParts: 0, lostParts: 0 },
    ...{ wrongEnds: 0, stuck: 0, flaws: 0, heldBack: 0 },
  }
  try {
    for (let run = 0; run < options.runs;) {
      const folder = await openFolder({ ...options, seed: options.seed + run, server, random })
      for (let life = 0; life < livesPerFolder && run < options.runs; life += 1, run += 1) {
        const seed = options.seed + run
        await Promise.all(
          folder.tasks.map(async (task, at) => {
            const lines = await liveAndDie({ ...task, seed }, folder, random)
            sums.heldBack += lines.filter(isHeldBack).length
            sums.acknowledged += take(lines.filter(isAcknowledged), folder.said[at]!)
          }),
        )
        for (const [at, task] of folder.tasks.entries()) {
          const problems = await lookInto(
            ...[task, folder.sandbox, folder.wire, folder.said[at]!, sums],
            (desk, rows) => sayByHand(desk, rows, folder.sandbox),
          )
          if (problems.length > 0) options.say(`seed ${seed}:\n  ${problems.join('\n  ')}`)
        }
      }
      const problems = await lookAtTeam(server, folder, sums)
      if (problems.length > 0)
        options.say(`seeds to ${options.seed + run - 1}:\n  ${problems.join('\n  ')}`)
      await folder.team?.founder.team.close()
      await folder.wire.close()
      await folder.sandbox.close()
      rmSync(folder.home, { recursive: true, force: true })
    }
  } finally {
    await server.remove()
  }
  return sums
}

const isHeldBack = (line: string): boolean => /^refused (team-holds|order-moved)$/.test(line)
const isAcknowledged = (line: string): boolean => /^(reviewed|answered|shown) /.test(line)

let teams = 0

async function openFolder(parts: {
  seed: number
  without: '' | 'claims'
  server: Postgres
  random: Random
}): Promise<Folder> {
  const { server, random, seed } = parts
  const home = mkdtempSync(join(tmpdir(), 'paydesk-beside-'))
  const sandbox = await startSandbox({ processingMs: 30, seedDays: 0 })
  // Then only the desks protect the money.
  sandbox.setSwitch('checks-sums', false)
  let passed = 0
  const wire = await openWire({
    ...{ place: 'main', target: sandbox.baseUrl },
    ...{ next: () => (passed += 1), now: () => performance.now() },
  })
  const isAlone = parts.without === 'claims'
  wire.delayMs = () => (isAlone ? bothMs : random.below(60))
  teams += 1
  const team = isAlone ? null : await makeTeam(server, { name: `kill${teams}`, desks: [] })
  const orders = sandbox
    .trainingOrders()
    .filter(({ about }) => /5000\.00 EUR|paid sale of 120\.00 EUR/.test(about))
    .slice(0, isAlone ? 1 : 2)
  const tasks: KillTask[] = []
  for (const letter of ['a', 'b']) {
    const folder = join(home, letter)
    mkdirSync(folder, { mode: 0o700 })
    const name = `desk-${letter}${teams}`
    const task = {
      ...{ folder, vaultFile: join(home, `${letter}.json`), baseUrl: sandbox.baseUrl, seed },
      ...{ identity: sandbox.identity, orders, hasPeople: false },
    }
    const { opened, connectionId } = await openTeamDesk({
      ...{ folder, sandbox, practice: sandbox.baseUrl, baseUrl: wire.baseUrl, name },
      ...{ vault: fileVault(task.vaultFile), own: team === null ? null : { server, team } },
    })
    await opened.close()
    tasks.push({ ...task, beside: { name, connectionId } })
  }
  return { home, sandbox, wire, team, tasks, said: [new Map(), new Map()] }
}

/**
 * Half of the time around a request that is under way, whosever it is, else a moment after a line
 * of what it says.
 */
function liveAndDie(
  task: KillTask,
  { sandbox, wire, team }: Folder,
  random: Random,
): Promise<string[]> {
  const isAtSending = team === null || random.chance(0.5)
  const linesFirst = 4 + random.below(24)
  // Of desks without claims, each has to come to its first one.
  const requestsFirst = team === null ? 4 : 1 + random.below(4)
  const delayMs = random.below(isAtSending ? 140 : 25)
  let isDying = false
  const die = (): void => {
    if (isDying) return
    isDying = true
    setTimeout(() => desk.child.kill('SIGKILL'), delayMs)
  }
  const desk = startDesk('kill/team-desk.ts', task, {
    onLine: (line) => {
      const [what, orderid = ''] = line.split(' ')
      if (what === 'asks') desk.child.stdin?.write(`${partsIn(sandbox, orderid).length}\n`)
      if (!isAtSending && desk.said.length >= linesFirst) die()
    },
  })
  let left = 0
  const before = wire.onMoney
  wire.onMoney = (passage) => {
    before(passage)
    left += 1
    if (isAtSending && left >= requestsFirst) die()
  }
  return killed(desk)
}

const approvedOf = (sandbox: Sandbox, orderid: string) =>
  sandbox
    .transactions(orderid)
    .filter(({ status, comment }) => status === 'approved' && comment?.startsWith('part ') === true)

/** Numbers of the parts that the books have, a number as often as it was carried out. */
const partsIn = (sandbox: Sandbox, orderid: string): number[] =>
  approvedOf(sandbox, orderid).map(({ comment }) => Number(/^part (\d+)/.exec(comment ?? '')?.[1]))

/** What the gateway has nothing of never left: somebody asked its support. */
async function sayByHand(
  desk: Desk,
  rows: readonly AttemptView[],
  sandbox: Sandbox,
): Promise<void> {
  for (const { id, state, orderid, comment, reportedSeq } of rows) {
    if (state !== 'UNKNOWN' && state !== 'ACCEPTED') continue
    if (sandbox.transactions(orderid).some((one) => one.comment === comment)) continue
    must(
      await desk['attempt:resolve']({
        ...{ attemptId: id, outcome: 'did-not-happen', reportedSeq },
        ...{ reason: 'the gateway’s support found nothing of it', override: 'the order waits' },
      }),
    )
  }
}

const finals = ['SUCCEEDED', 'DECLINED', 'FAILED', 'REJECTED', 'RESOLVED_BY_HAND']
/** How long a desk that has nothing else to do may take to tell its team. */
const tellMs = 30_000

async function lookAtTeam(
  server: Postgres,
  folder: Folder,
  sums: BesideSummary,
): Promise<string[]> {
  const problems: string[] = []
  const report = (
    kind: 'doubleParts' | 'lostParts' | 'wrongEnds' | 'stuck' | 'flaws',
    message: string,
  ): void => {
    sums[kind] += 1
    problems.push(`${kind}: ${message}`)
  }
  for (const { orderid } of folder.tasks[0]!.orders) {
    const parts = partsIn(folder.sandbox, orderid)
    sums.parts += parts.length
    for (const part of new Set(parts)) {
      const times = parts.filter((one) => one === part).length
      if (times > 1) report('doubleParts', `part ${part} of ${orderid} was refunded ${times} times`)
    }
    // Each was meant as the one behind all that the books had.
    for (let part = 1; part <= Math.max(0, ...parts); part += 1)
      if (!parts.includes(part)) report('lostParts', `part ${part} of ${orderid} is nowhere`)
  }
  if (folder.team === null) return problems
  const { team } = folder
  const rows = await restedRows(server, { ...folder, team })
  const { turns, flaws } = await truthOf({ server, team })
  for (const flaw of flaws) report('flaws', flaw)
  for (const one of turns)
    if (one.ends['open'] !== undefined) report('stuck', `${one.desk} holds ${one.topic}`)
  for (const [at, task] of folder.tasks.entries())
    for (const { orderid } of task.orders) {
      const own = rows[at]!.filter((row) => row.orderid === orderid)
      const of = turns.find(
        ({ desk, topic }) => desk === task.beside!.name && topic.endsWith(`"${orderid}"]`),
      )
      for (const state of finals) {
        const sent = own.filter((row) => row.state === state).length
        const ended = of?.ends[state] ?? 0
        if (sent !== ended)
          report(
            'wrongEnds',
            `${task.beside!.name} has ${sent} ${state} of ${orderid}, the team ${JSON.stringify(of?.ends)}`,
          )
      }
    }
  return problems
}

/** Both desks once more, until the team knows what became of each claim. */
async function restedRows(
  server: Postgres,
  { team, tasks, sandbox }: Folder & { team: TestTeam },
): Promise<AttemptView[][]> {
  const all: AttemptView[][] = []
  for (const task of tasks) {
    const { desk, close } = must(
      await openDeskAt({
        ...{ folder: task.folder, baseUrl: task.baseUrl, sandbox, clock: Date.now },
        vault: fileVault(task.vaultFile),
      }),
    )
    const isOwnOpen = ({ desk: name, ends }: Turns): boolean =>
      name === task.beside!.name && ends['open'] !== undefined
    for (const endsAt = performance.now() + tellMs; performance.now() < endsAt;) {
      if (!(await truthOf({ server, team })).turns.some(isOwnOpen)) break
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    all.push(must(await desk['attempt:list']({ isOpen: false })))
    await close()
  }
  return all
}
