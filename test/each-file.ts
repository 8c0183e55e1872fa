// Loaded before each test file: tells the run how long the processor took for it, as the time on
// the wall says little on a busy machine.
import { afterAll, chai, type TaskMeta } from 'vitest'
import { processorTime } from '../scripts/processor-time.mjs'

declare module 'vitest' {
  interface TaskMeta {
    /** Seconds of the processor, for this process and for what it started. */
    processor?: number
  }
}

// It only words the error of a misspelled assertion, which the types find, and takes a third of
// the time of an assertion.
chai.config.useProxy = false

const seconds = (): number => Object.values(processorTime()).reduce((sum, one) => sum + one, 0)
const before = seconds()

const tell = (_context: object, { meta }: { meta: TaskMeta }): void => {
  meta.processor = seconds() - before
}
// Bound, as vitest reads a function's text for the fixtures that it wants.
afterAll(tell.bind(null))
