// Draws stories and plays them, each on an order of its own; the first contradiction is made as
// short as it gets.
import fc from 'fast-check'
import { playStory } from './play.ts'
import { openStage, type Stage } from './stage.ts'
import { story } from './story.ts'

export interface FaceSummary {
  histories: number
  steps: number
  sent: number
  looks: number
  cleared: number
  /** The shortest story found, with what is wrong on its page. */
  wrong: string | null
}

/** So many orders make a ledger in memory slow. */
const perDesk = 100

export async function faceOf(options: { histories: number; seed: number }): Promise<FaceSummary> {
  const total = { histories: 0, steps: 0, sent: 0, looks: 0, cleared: 0 }
  let stage: Stage | null = null
  let played = 0
  const property = fc.asyncProperty(story, async (drawn) => {
    if (stage === null || played % perDesk === 0) {
      stage?.desk.close()
      stage = await openStage()
    }
    played += 1
    const { counts } = stage
    const before = { ...counts }
    await playStory(stage, drawn)
    total.histories += 1
    total.steps += counts.steps - before.steps
    total.sent += counts.sent - before.sent
    total.cleared += counts.cleared - before.cleared
    total.looks += counts.looks - before.looks
  })
  const done = await fc.check(property, { numRuns: options.histories, seed: options.seed })
  ;(stage as Stage | null)?.desk.close()
  const found = done.errorInstance instanceof Error ? done.errorInstance.message : 'no words'
  const wrong = done.failed ? `${found}\n${JSON.stringify(done.counterexample)}` : null
  return { ...total, wrong }
}
