// Audit kinds in words. A kind that is not in the catalogue is shown as it is recorded: nothing is hidden or renamed.
import { attemptStates } from '#shared/attempt.ts'
import type { Verification } from '#shared/bridge.ts'
import type { Tone } from '../theme/tokens.ts'
import { states, wordingOfState } from './attempts.ts'
import type { Wording } from './phases.ts'

const attemptKinds = attemptStates.map((state): [string, string] => [
  `attempt:${state.toLowerCase().replaceAll('_', '-')}`,
  `Request: ${states[state].words.toLowerCase()}`,
])

export const auditKinds: Readonly<Record<string, string>> = {
  'order:look-up': 'Order looked up',
  'order:changed': 'New status seen',
  'order:evidence': 'Evidence pack made',
  'order:noted': 'Note added',
  'order:tagged': 'Tag added',
  'order:untagged': 'Tag removed',
  ...Object.fromEntries(attemptKinds),
  'attempt:conflict': 'Contradicting answer seen',
  'attempt:order-named': 'Order named by the service',
  'attempt:conflict-cleared': 'Contradiction cleared by hand',
  'recipient:added': 'Recipient added',
  'recipient:changed': 'Recipient changed',
  'recipient:removed': 'Recipient removed',
  'callback:checked': 'Callback checked',
  'audit:archived': 'Old entries archived',
  'audit:exported': 'Audit log exported',
  'audit:verified': 'Audit log verified',
  'ledger:backup': 'Ledger copied',
  'log:opened': 'Paydesk started',
  'log:closed': 'Paydesk closed',
  'connection:saved': 'Connection saved',
  'connection:created': 'Connection added',
  'connection:changed': 'Connection changed',
  'connection:removed': 'Connection removed',
  'connection:tested': 'Connection tested',
  'key:created': 'Key created',
  'key:imported': 'Key imported',
  'key:set': 'Key entered',
  'key:removed': 'Key removed',
  'key:tidy': 'Old key cleared away',
  'clock:went-back': 'This computer’s clock went back',
  'drift:seen': 'Something new in an answer',
  'secret:stored': 'Key stored',
  'money:resumed': 'Money resumed by hand',
}

export const auditWords = (kind: string): string => auditKinds[kind] ?? kind

/** An outcome as recorded: a state of an attempt, a status word of the service, or a word of the log itself. */
export function wordingOfOutcome(outcome: string): Wording {
  const tone = ownTones[outcome]
  return tone === undefined ? wordingOfState(outcome) : { words: outcome, tone, hint: '' }
}

const ownTones: Readonly<Record<string, Tone>> = {
  ok: 'good',
  good: 'good',
  warning: 'warn',
  bad: 'bad',
  intact: 'good',
  started: 'info',
  noticed: 'warn',
  failed: 'bad',
  conflict: 'bad',
  tampered: 'bad',
  truncated: 'bad',
  uncheckable: 'warn',
  valid: 'good',
  'wrong-control': 'bad',
  'missing-field': 'bad',
}

export const verifications: Readonly<
  Record<Verification['outcome'], { words: string; tone: Tone; advice: string }>
> = {
  intact: {
    words: 'Intact',
    tone: 'good',
    advice: 'Every entry is where it was written, unchanged, and the signed checkpoints agree.',
  },
  tampered: {
    words: 'Changed after it was written',
    tone: 'bad',
    advice: 'At least one entry differs from what was sealed. Keep the file and tell your auditor.',
  },
  truncated: {
    words: 'Entries are missing at the end',
    tone: 'bad',
    advice: 'The log is shorter than the evidence says. Keep the file and tell your auditor.',
  },
  uncheckable: {
    words: 'Can’t be checked',
    tone: 'warn',
    advice:
      'Something needed for checking is missing. It says nothing about the entries themselves.',
  },
}
