// What people call the outcome of a row, on the screen and in the file of a result.
import { say } from '../message.ts'
import type { RowOutcome } from './run-state.ts'

export const outcomeMessages: Readonly<Record<RowOutcome, string>> = {
  unknown: say('everywhere.outcome-unknown'),
  declined: say('everywhere.declined'),
  'not-sent': say('requests.not-sent-text'),
  skipped: say('runs.outcome-skipped'),
  sending: say('requests.sending'),
  processing: say('everywhere.processing'),
  done: say('everywhere.done'),
  resolved: say('requests.resolved-by-hand-label'),
  waiting: say('runs.outcome-waiting'),
  'left-out': say('runs.outcome-left-out'),
}
