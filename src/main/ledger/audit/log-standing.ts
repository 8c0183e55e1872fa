// What a run knows of its log: what speaks against it, what nobody could tell yet, and what a
// person decided in spite of it. Facts and the rules over them; seal.ts asks, signs and writes.
import { say, sayAll } from '#shared/message.ts'
import type { SecretSlots } from './audit-key.ts'
import type { Comparison } from './high-water.ts'
import type { Stop } from '#shared/stop.ts'

export interface SealStop extends Pick<Stop, 'message' | 'reach'> {
  /** What the entry of a person's decision says beside the reason. */
  decision?: Readonly<Record<string, unknown>>
}

export interface LogStanding {
  /** The log here is the one to go on with, as far as anybody knows. */
  isTrusted: boolean
  /** The proof that the log was changed. */
  contradiction: string | null
  rolledBack: string | null
  /**
   * In spite of what a person decided to go on: of what is here, or also of what the keychain said.
   */
  accepted: 'nothing' | 'what is here' | 'all'
  /** Why nobody can say whether something is wrong with it. */
  uncompared: string | null
  isLetGo: boolean
  /** Why the keychain has not kept the newest mark. */
  unmarked: string | null
  /** A person goes on without that mark, until the keychain keeps one again. */
  isMarkLetGo: boolean
  isCompared: boolean
  last: Comparison | null
  /** Entries that the program may not have written. */
  late: string | null
  isLateAccepted: boolean
}

export const newStanding = (isTrusted: boolean): LogStanding => ({
  isTrusted,
  contradiction: null,
  rolledBack: null,
  accepted: 'nothing',
  uncompared: null,
  isLetGo: false,
  unmarked: null,
  isMarkLetGo: false,
  isCompared: false,
  last: null,
  late: null,
  isLateAccepted: false,
})

/** It is known, or decided, that this is the log to go on with. */
export const isDecided = ({ isCompared, isLetGo, accepted }: LogStanding): boolean =>
  isCompared || isLetGo || accepted !== 'nothing'

export function noteComparison(log: LogStanding, compared: Comparison): void {
  log.last = compared
  const { state, message } = compared
  // The first words stay: entries that came since would let an old copy look like a changed one.
  if (state === 'rolled-back' && log.accepted !== 'all')
    log.contradiction = log.rolledBack ??= message
  if (state === 'ok' || state === 'unmarked') log.isTrusted = log.isCompared = true
  // A keychain that falls silent later takes nothing back: what was compared once in a run is
  // held open by it.
  log.uncompared = state === 'unknown' && !log.isCompared && !log.isLetGo ? message : null
}

/** Why the newest mark was not kept, or null when it was. True when that is news. */
export function noteMarking(log: LogStanding, why: string | null): boolean {
  if (why === null) log.isMarkLetGo = false
  const message =
    why === null ? null : log.isMarkLetGo ? log.unmarked : (log.unmarked ?? unmarkedMessage(why))
  if (message === log.unmarked) return false
  log.unmarked = message
  return true
}

export function stopsOf(log: LogStanding, kind: SecretSlots['kind']): SealStop[] {
  const { contradiction, late, uncompared, unmarked } = log
  return [
    ...(contradiction === null ? [] : [{ message: contradiction, reach: 'all' as const }]),
    ...(late === null ? [] : [{ message: late, reach: 'all' as const }]),
    ...(uncompared === null
      ? []
      : [{ message: uncomparedMessage(uncompared, kind), reach: 'production' as const }]),
    ...(unmarked === null ? [] : [{ message: unmarked, reach: 'production' as const }]),
  ]
}

/** A person decided to go on in spite of one of the stops. */
export function acceptStop(log: LogStanding, { message, reach }: SealStop): void {
  log.isTrusted = true
  if (message === log.late) {
    log.isLateAccepted = true
    log.late = null
  } else if (message === log.unmarked) {
    log.isMarkLetGo = true
    log.unmarked = null
  } else if (reach === 'production') {
    log.isLetGo = true
    log.uncompared = null
  } else {
    // A mark that nobody has heard yet will speak for itself.
    log.accepted = log.last?.isHeard === true ? 'all' : 'what is here'
    log.contradiction = log.rolledBack = null
  }
}

export const uncomparedMessage = (why: string, kind: SecretSlots['kind']): string =>
  sayAll([
    say('audit.not-compared-with-mark', { why }),
    ...(kind === 'keychain' ? [say('audit.keychain-asked-again')] : []),
  ])

const unmarkedMessage = (why: string): string => say('audit.mark-not-written', { why })
