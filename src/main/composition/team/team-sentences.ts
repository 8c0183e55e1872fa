// Why the team lets nothing go, in sentences. Pure.
import { currencyDigits } from '#shared/currency.ts'
import type { Fault } from '#shared/fault.ts'
import { say } from '#shared/message.ts'
import { notPossible } from '../../desk/base/faults.ts'
import type { Claim, LookReason, NotReady } from '../../team/claims/team-port.ts'

const away = (message: string): Fault => ({
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
export const ownOpen = away(say('team.own-request-open'))
export const ownUnknown = holds(say('team.own-request-unknown'))
export const stillOwes: Fault = notPossible(say('team.still-owes'))
export const notLoaded = away(say('team.not-loaded'))
export const ledgerOfBefore = away(say('team.ledger-of-before'))
export const keychainUnread = away(say('team.keychain-unread'))
export const retired = (moved: string): Fault => away(moved)
export const ownDamaged = away(say('team.own-records'))

/** By the code of PostgreSQL, of Node or of Paydesk. */
function unreached(code: string): Fault {
  if (code === 'not-kept') return away(say('team.not-kept'))
  if (code === 'no-password') return keychainUnread
  // Class 28 of PostgreSQL: the login is refused.
  return away(
    code.startsWith('28') ? say('team.password-refused') : say('team.unreached', { code }),
  )
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

export function heldFault({ desk, facts }: Claim): Fault {
  const { by, at, operation, amount } = facts
  const values = { by, desk, operation: { noun: operation }, time: { at } }
  const digits = amount === null ? undefined : currencyDigits[amount[1]]
  if (amount === null || digits === undefined)
    return holds(say('team.colleague-has-it-unnamed', values))
  const [minor, currency] = amount
  return holds(
    say('team.colleague-has-it', { ...values, amount: { minor: BigInt(minor), currency, digits } }),
  )
}

const lookFaults: Readonly<Record<LookReason, Fault>> = {
  gone: moved(say('team.released')),
  epoch: away(say('team.epoch')),
  'no-answer': away(say('team.no-answer')),
  slow: away(say('team.slow')),
}
export const lookFault = (reason: LookReason): Fault => lookFaults[reason]
