// Approvals against everything that can come between, at random moments: two who approve at once,
// an edit, an undo, an expiry, a role less, a lock, an end of Paydesk, a kill of its process:
// npm run -s races -- --rounds N --seed S. The gateway's books and the log say: one effect at most
// each, and none without signatures that held. One JSON line last; exits 1 otherwise.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { paidOrders } from '../journeys/runs/run-story.ts'
import { type Sandbox, startSandbox } from '../../src/sandbox/start.ts'
import { makeRandom, type Random } from './faults/random.ts'
import { openWire, type Wire } from './faults/wire.ts'
import { look, none, type Sums } from './races/look.ts'
import { openPlace, type Place, type PlaceTask, settle } from './races/place.ts'
import { between, playRound, putBack, type Round, sendAgain } from './races/round.ts'
import { campaign, type Say } from './runner/campaign.ts'
import { killed, startDesk } from './runner/programs.ts'

export interface RacesSummary extends Sums {
  rounds: number
  kinds: number
}
const kinds = Object.keys(between)
/** The log is read whole at each start: a folder is not played for ever. */
const roundsPerFolder = 320

interface Stage {
  sandbox: Sandbox
  wire: Wire
  place: Place
  task: Omit<PlaceTask, 'aheadMs'>
  random: Random
}

export async function runRaces(options: {
  rounds: number
  seed: number
  say: Say
}): Promise<RacesSummary> {
  const random = makeRandom(options.seed)
  const sums = none()
  for (let done = 0; done < options.rounds; done += roundsPerFolder)
    await onStage(random, async (stage) => {
      const last = Math.min(options.rounds, done + roundsPerFolder)
      for (let at = done; at < last; at += 1) {
        const comes = kinds[at % kinds.length]!
        const round = {
          ...{ orderid: paidOrders(stage.sandbox, 1)[0]!, comes, afterMs: random.below(40) },
          isBesideSending: Math.floor(at / kinds.length) % 2 === 1,
        }
        const isKilled = await play(stage, round)
        await sendAgain(stage.place, round.orderid)
        const problems = await look(stage.place.desk(), stage.sandbox, round, sums)
        if (isKilled) sums.kills += 1
        await putBack(stage.place)
        for (const problem of problems)
          options.say(`seed ${options.seed}, round ${at}, ${comes}: ${problem}`)
      }
    })
  return { rounds: options.rounds, kinds: kinds.length, ...sums }
}

async function onStage(random: Random, act: (stage: Stage) => Promise<void>): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'paydesk-races-'))
  const sandbox = await startSandbox({ processingMs: 0, seedDays: 0 })
  let passed = 0
  const wire = await openWire({
    ...{ place: 'main', target: sandbox.baseUrl, now: () => performance.now() },
    next: () => (passed += 1),
  })
  const task = {
    ...{ folder: join(home, 'desk'), baseUrl: wire.baseUrl, identity: sandbox.identity },
  }
  const place = await openPlace({ ...task, aheadMs: 0 })
  await settle(place)
  await act({ sandbox, wire, place, task, random })
  await place.quit()
  await wire.close()
  await sandbox.close()
  rmSync(home, { recursive: true, force: true })
}

/** Whether a process was killed in it. */
async function play(stage: Stage, round: Round): Promise<boolean> {
  const { place, sandbox } = stage
  if (round.comes === 'killed') {
    await place.quit()
    await liveAndDie(stage, round)
    await place.open()
    return true
  }
  if (round.comes === 'the answer is lost')
    sandbox.setFault({ operation: 'return', kind: 'reset-after-effect', times: 1 })
  await playRound(place, round)
  sandbox.clearFaults()
  return false
}

/** Dies a moment after one of the steps it says, or after its request arrived. */
async function liveAndDie({ task, place, wire, random }: Stage, round: Round): Promise<void> {
  const step = random.pick(['asked', 'approved', 'approved', 'reviewed', 'money'])
  const delayMs = random.below(step === 'reviewed' ? 60 : 25)
  const die = (): void => void setTimeout(() => desk.child.kill('SIGKILL'), delayMs)
  const desk = startDesk(
    'races/desk.ts',
    { ...task, aheadMs: place.aheadMs(), round },
    { onLine: (line) => (line === step || line === 'done') && die() },
  )
  wire.onMoney = () => step === 'money' && die()
  await killed(desk)
  wire.onMoney = () => undefined
  // What is on the wire arrives, whoever has died.
  await wire.idle()
}

const nought = [
  ...(['double', 'spentTwice', 'unsigned', 'unspent', 'wrongStates', 'notSent', 'stuck'] as const),
] as const

/** Clean, and it was really at work: some were sent, and some were not. */
export const isClean = (summary: RacesSummary): boolean =>
  nought.every((name) => summary[name] === 0) &&
  summary.effects > 0 &&
  summary.effects < summary.rounds

if (import.meta.main)
  await campaign({ options: { rounds: 320, seed: 1 }, run: runRaces, isGood: isClean })
