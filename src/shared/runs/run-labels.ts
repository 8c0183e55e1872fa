// What people call the outcome of a row, on the screen and in the file of a result.
import { say } from '../message.ts'
import type { RowOutcome } from './run-state.ts'

export const outcomeMessages: Readonly<Record<RowOutcome, string>> = {
  unknown: say('runs.outcome-unknown'),
  declined: say('runs.outcome-declined'),
  'not-sent': say('runs.outcome-not-sent'),
  skipped: say('runs.outcome-skipped'),
  sending: say('runs.outcome-sending'),
  processing: say('runs.outcome-processing'),
  done: say('runs.outcome-done'),
  resolved: say('runs.outcome-resolved'),
  waiting: say('runs.outcome-waiting'),
  'left-out': say('runs.outcome-left-out'),
}
