// The lives of one desk of the campaign: killed anywhere until the last, each told of requests that
// came before a person resumed the run.
import { join } from 'node:path'
import type { Sandbox } from '../../../src/sandbox/start.ts'
import type { Random } from '../faults/random.ts'
import type { Passage } from '../faults/oracle/witness.ts'
import type { Wire } from '../faults/wire.ts'
import { ended, killed, startDesk } from '../runner/programs.ts'
import type { RunTask, ToldRow } from './run-task.ts'
import { resultsIn } from './told.ts'

interface LivesSummary {
  kills: number
  sentBeforeResume: number
}

export interface Lives {
  task: Omit<RunTask, 'isLast'>
  wire: Wire
  random: Random
  kills: number
  summary: LivesSummary
}

export const taskIn = (
  home: string,
  name: string,
  { identity }: Pick<Sandbox, 'identity'>,
  more: Pick<RunTask, 'baseUrl' | 'askedFile' | 'keeps' | 'seed' | 'hasPeople'>,
): Lives['task'] => ({
  ...{ folder: join(home, name), vaultFile: join(home, `${name}.json`), identity },
  ...{ results: join(home, `${name}-results`), ...more },
})

/** What its results say at the end; `between` is done after each life but the last. */
export async function live(
  lives: Lives,
  between: () => Promise<void> = () => Promise.resolve(),
): Promise<ToldRow[][]> {
  for (let nth = 0; nth < lives.kills; nth += 1) {
    const hasDied = await liveAndDie(lives)
    await between()
    if (hasDied) lives.summary.kills += 1
  }
  await lastLife(lives)
  return resultsIn(lives.task.results)
}

/** Told of each request of money that comes before the desk has said that it was resumed. */
function watchResume({ wire, summary }: Lives): (line: string) => void {
  let isResumed = false
  wire.onMoney = () => {
    if (!isResumed) summary.sentBeforeResume += 1
  }
  return (line) => {
    isResumed ||= line === 'resumes'
  }
}

/** On a busy machine an answer lies so long before a program has read it. */
const unreadMs = 600

/** What came as the program died may not have been read, and the next life knows nothing of it. */
function doubtFrom(passages: readonly Passage[], fromMs: number): void {
  for (const passage of passages)
    if (passage.answeredAt !== null && passage.answeredAt > fromMs) passage.isDoubtful = true
}

/** False when the run had ended before the kill. */
async function liveAndDie(lives: Lives): Promise<boolean> {
  const { task, wire, random } = lives
  const onLine = watchResume(lives)
  // A longer list goes on longer before it is cut off.
  const linesFirst = 1 + random.below(40)
  const delayMs = random.below(60)
  let lines = 0
  let isEnded = false
  let diedAt = Infinity
  const desk = startDesk('runs/desk.ts', { ...task, isLast: false } satisfies RunTask, {
    onLine: (line) => {
      onLine(line)
      lines += 1
      isEnded ||= line === 'ended'
      if (lines === linesFirst || isEnded)
        setTimeout(
          () => {
            diedAt = performance.now()
            desk.child.kill('SIGKILL')
          },
          isEnded ? 0 : delayMs,
        )
    },
  })
  await killed(desk)
  // What was on its way has arrived.
  await wire.idle()
  doubtFrom(wire.passages, diedAt - unreadMs)
  return !isEnded
}

async function lastLife(lives: Lives): Promise<void> {
  const onLine = watchResume(lives)
  const desk = startDesk('runs/desk.ts', { ...lives.task, isLast: true } satisfies RunTask, {
    onLine,
  })
  await ended(desk, 'the last life')
  await lives.wire.idle()
}
