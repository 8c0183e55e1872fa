// Why the team lets nothing go, in sentences. Pure.
import { currencyDigits } from '#shared/currency.ts'
import type { Fault, FaultOf } from '#shared/fault.ts'
import { say } from '#shared/message.ts'
import type { Money } from '#shared/money.ts'
import { notPossible } from '../../desk/base/faults.ts'
import type {
  Claim,
  FinalState,
  LookReason,
  NotReady,
  ReleaseDone,
} from '../../team/claims/team-port.ts'
import type { TeamRecord } from '../../team/records/record.ts'

const away = (message: string): FaultOf<'denied'> => ({
  ...{ kind: 'denied', sent: 'no', reason: 'team-away' },
  message,
})
const holds = (message: string): Fault => ({
  ...{ kind: 'denied', sent: 'no', reason: 'team-holds' },
  message,
})
const moved = (message: string): Fault => ({
  ...{ kind: 'denied', sent: 'no', reason: 'order-moved' },
  message,
})

export const reviewedBefore = moved(say('team.moved'))
const ownOpen = away(say('team.own-request-open'))
const ownUnknown = holds(say('team.own-request-unknown'))
const busy = (message: string): Fault => ({
  ...{ kind: 'denied', sent: 'no', reason: 'order-busy' },
  message,
})
/** MONEY: a run sends an equal row once this one has its outcome. */
const ownPaymentOpen = busy(say('team.own-payment-open'))
const ownPaymentUnknown = holds(say('team.own-payment-unknown'))
export const stillOwes: Fault = notPossible(say('team.still-owes'))
export const approvalLater = away(say('approval-files.team-later'))
export const notLoaded = away(say('team.not-loaded'))
export const ledgerOfBefore = away(say('team.ledger-of-before'))
export const gaveUp = (team: string): Fault => away(say('team.gave-up', { team }))
export const keychainUnread = away(say('team.keychain-unread'))
export const retired = (moved: string): Fault => away(moved)
export const ownDamaged = away(say('team.own-records'))

/** Null where Paydesk has no words for a code, or for the sentence of a library. */
function whyUnreached(code: string): string | null {
  switch (code) {
    case 'no-answer':
    case 'ETIMEDOUT':
    case 'timeout expired':
      return say('team.why-no-answer')
    case 'ECONNREFUSED':
      return say('team.why-refused')
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return say('team.why-no-such-name')
    case 'ECONNRESET':
    case 'EPIPE':
    case 'Connection terminated':
    case 'Connection terminated unexpectedly':
      return say('team.why-cut')
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return say('team.why-no-way')
    case 'closed':
      return say('team.why-closed')
    default:
      // Classes 53 and 57 of PostgreSQL: the server has no room, or is told to stop.
      return /^(53|57)[A-Z0-9]{3}$/.test(code) ? say('team.why-busy') : null
  }
}

/** By the code of PostgreSQL, of Node or of Paydesk. */
function unreached(code: string): Fault {
  if (code === 'not-kept') return away(say('team.not-kept'))
  if (code === 'no-password') return keychainUnread
  // Class 28 of PostgreSQL: the login is refused.
  if (code.startsWith('28')) return away(say('team.password-refused'))
  if (/CERT|UNABLE_TO/.test(code)) return { ...away(say('team.certificate')), detail: code }
  const why = whyUnreached(code)
  return why === null
    ? { ...away(say('team.unreached', { why: say('team.why-failed') })), detail: code }
    : away(say('team.unreached', { why }))
}

export function notReadyFault(why: NotReady): Fault {
  switch (why.kind) {
    case 'unreached':
      return unreached(why.code)
    case 'roll-call':
      return away(say('team.roll-call', { missing: why.missing }))
    case 'ahead':
      return away(say('team.ahead'))
    case 'conflict':
    case 'altered':
      return away(say('team.other-record', { n: why.n }))
    case 'put-back':
      return away(say('team.put-back'))
    case 'restored':
      return away(say('team.restored'))
    case 'not-let-in':
      return away(say('team.not-let-in'))
    case 'flaw':
      return away(say('team.flaw', { n: why.n, desk: why.desk }))
  }
}

/** Null where the claim names none, or none of a currency that is known here. */
export function moneyOf(amount: Claim['facts']['amount']): Money | null {
  const digits = amount === null ? undefined : currencyDigits[amount[1]]
  if (amount === null || digits === undefined) return null
  const [minor, currency] = amount
  return { minor: BigInt(minor), currency, digits }
}

function heldFault({ desk, facts }: Claim): Fault {
  const { by, at, operation } = facts
  const values = { by, desk, operation: { noun: operation }, time: { at } }
  const amount = moneyOf(facts.amount)
  return holds(
    amount === null
      ? say('team.colleague-has-it-unnamed', values)
      : say('team.colleague-has-it', { ...values, amount }),
  )
}

function payingFault({ desk, facts }: Claim): Fault {
  const { by, at } = facts
  const amount = moneyOf(facts.amount)
  const values = { by, desk, time: { at } }
  return holds(
    amount === null
      ? say('team.colleague-pays-it-unnamed', values)
      : say('team.colleague-pays-it', { ...values, amount }),
  )
}

export const unseenFault = ({ desk, facts: { id } }: TeamRecord<'shown'>): Fault =>
  holds(say('team.shown-elsewhere', { desk, id }))

/** Why an order, or a payment, can't be claimed while another claim of it stands. */
export const sentencesOf = ({ isPayment }: { isPayment: boolean }) =>
  isPayment
    ? { held: payingFault, ownOpen: ownPaymentOpen, ownUnknown: ownPaymentUnknown }
    : { held: heldFault, ownOpen, ownUnknown }

const ends: Readonly<Record<FinalState, string>> = {
  NOT_SENT: say('team.end-not-sent'),
  REJECTED: say('team.end-rejected'),
  SUCCEEDED: say('team.end-succeeded'),
  DECLINED: say('team.end-declined'),
  FAILED: say('team.end-failed'),
  RESOLVED_BY_HAND: say('team.end-by-hand'),
}

/** A claim and what became of it. */
export function teamSays(desk: string, facts: Claim['facts'], next?: TeamRecord): string {
  const { by, at, operation } = facts
  const amount = moneyOf(facts.amount)
  const values = { desk, by, operation: { noun: operation }, time: { at } }
  const what =
    amount === null ? say('team.says-unnamed', values) : say('team.says', { ...values, amount })
  if (next?.kind === 'outcome')
    return say('team.says-ended', { what, outcome: ends[next.facts.state] })
  if (next?.kind === 'released')
    return say('team.says-released', { what, reason: next.facts.reason })
  if (next?.kind === 'shown') {
    const { id, at: found } = next.facts
    return say('team.says-shown', { what, finder: next.desk, found: { at: found }, id })
  }
  return what
}

export const releaseFaults: Readonly<Record<Exclude<ReleaseDone, 'signed' | 'freed'>, Fault>> = {
  later: away(say('team.release-later')),
  refused: moved(say('team.release-refused')),
  'no-person': notPossible(say('team.release-no-person')),
  'other-reason': notPossible(say('team.release-other-reason')),
}
export const claimMoved = moved(say('team.release-refused'))

const lookFaults: Readonly<Record<LookReason, Fault>> = {
  gone: moved(say('team.released')),
  epoch: away(say('team.epoch')),
  'no-answer': away(say('team.no-answer')),
  slow: away(say('team.slow')),
}
export const lookFault = (reason: LookReason): Fault => lookFaults[reason]
