// What each kind of fault means to the operator: a title without blame, and what to do
// next. MONEY: "nothing was sent" is said only where `sent` is "no".
import type { DeniedReason, Fault } from '#shared/fault.ts'
import { meaningOf } from '#shared/gateway/refusal-meanings.ts'
import type { Tone } from '../theme/tokens.ts'

export interface FaultWording {
  title: string
  advice: string
  tone: Tone
}

const denied: Readonly<Record<DeniedReason, { title: string; advice: string }>> = {
  'already-confirmed': {
    title: 'This was confirmed already',
    advice: 'It was not sent again. Its real state is shown below or on the order.',
  },
  'confirmation-expired': {
    title: 'The review expired',
    advice: 'Nothing was sent. Review it again.',
  },
  undone: {
    title: 'Undone. Nothing was sent.',
    advice: 'What you typed is kept.',
  },
  'confirmation-mismatch': {
    title: 'This review is no longer valid',
    advice: 'Nothing was sent. Review it again.',
  },
  'order-busy': {
    title: 'Something else is open on this order',
    advice: 'Nothing was sent. Wait until its outcome is known.',
  },
  'order-moved': {
    title: 'The order changed in the meantime',
    advice: 'Nothing was sent. Look at the order as it is now, then review again.',
  },
  'told-since': {
    title: 'The gateway told something new',
    advice: 'Close this, read what is shown now, and decide again. What you typed is kept.',
  },
  twin: {
    title: 'The same payment was sent already',
    advice: 'Nothing was sent. Review it again: the review shows the other one.',
  },
  'over-remainder': {
    title: 'That is more than is left',
    advice: 'Nothing was sent. Enter a smaller amount.',
  },
  'not-possible': { title: 'The order does not allow this now', advice: 'Nothing was sent.' },
  'not-found': { title: 'Not found here', advice: 'Nothing was sent.' },
  'ledger-busy': {
    title: 'The ledger was in use',
    advice: 'Nothing was sent. Try again in a moment; what you typed is kept.',
  },
  'money-stopped': {
    title: 'Money is stopped',
    advice: 'Nothing was sent. Look-ups and the audit log go on working.',
  },
  'not-permitted': { title: 'This needs another permission', advice: 'Nothing was sent.' },
  clock: {
    title: 'The clocks are too far apart',
    advice: 'Nothing was sent. Set this computer’s clock, best by switching on automatic time.',
  },
}

/** The gateway answered, and has no such order. */
export const isNotThere = (fault: Fault): boolean =>
  fault.kind === 'rejected' && meaningOf(fault.message) === 'no-order'

/** The gateway finds no order by its own id alone. */
export const lacksMerchantOrderId = (fault: Fault): boolean =>
  fault.kind === 'rejected' && meaningOf(fault.message) === 'merchant-order-id'

/** Words for a fault of a look-up or a check, which moves no money. */
export function messageOfReadFault(fault: Fault): FaultWording {
  switch (fault.kind) {
    case 'unreached':
      return {
        title: 'The gateway could not be reached',
        advice: '',
        tone: 'warn',
      }
    case 'outcome-unknown':
      return {
        title: 'The gateway did not give a readable answer',
        advice: 'Reading moves no money: trying again is safe.',
        tone: 'warn',
      }
    case 'rejected':
      if (isNotThere(fault))
        return {
          title: 'The gateway knows no such order',
          advice: 'Look at the id, and at which of the two it is.',
          tone: 'warn',
        }
      if (lacksMerchantOrderId(fault))
        return {
          title: 'The gateway needs the Merchant order ID too',
          advice:
            'Choose “Merchant order ID” and enter the shop’s number of this order. From then on Paydesk asks with both.',
          tone: 'warn',
        }
      return {
        title: 'The gateway refused the question',
        advice: 'These are the gateway’s own words.',
        tone: 'warn',
      }
    case 'denied':
      return fault.reason === 'not-found'
        ? { title: 'Not found here', advice: '', tone: 'warn' }
        : { ...denied[fault.reason], tone: 'warn' }
    case 'bug':
      return {
        title: 'Something unexpected happened',
        advice: 'Try again. If it stays, tell whoever looks after Paydesk the incident below.',
        tone: 'bad',
      }
    default:
      return messageOfFault(fault)
  }
}

/** Words for a fault of a money request. */
export function messageOfFault(fault: Fault): FaultWording {
  switch (fault.kind) {
    case 'input':
      if (fault.field === 'folder')
        return {
          title: 'The export was not written',
          advice: 'Export again and choose another folder.',
          tone: 'warn',
        }
      return {
        title: 'One field needs another look',
        advice: 'Nothing was sent. What you typed is kept.',
        tone: 'warn',
      }
    case 'denied':
      return { ...denied[fault.reason], tone: fault.reason === 'money-stopped' ? 'bad' : 'warn' }
    case 'vault':
      return {
        title: vaultTitles[fault.reason],
        advice: 'Nothing was sent. What you typed is kept.',
        tone: 'warn',
      }
    case 'unreached':
      return {
        title: 'Nothing was sent',
        advice: 'What you typed is kept.',
        tone: 'warn',
      }
    case 'outcome-unknown':
      return {
        title: 'Outcome unknown. Don’t repeat it.',
        advice:
          'The gateway may have carried it out. Paydesk goes on asking and shows the answer on the order.',
        tone: 'unknown',
      }
    case 'rejected':
      return {
        title: 'The gateway refused it',
        advice: 'These are the gateway’s own words. What you typed is kept.',
        tone: 'bad',
      }
    case 'conflict':
      return {
        title: 'The answers contradict each other. Don’t repeat it.',
        advice: 'Ask the gateway’s support before moving money on this order.',
        tone: 'unknown',
      }
    case 'bug':
      return {
        title: 'Something unexpected happened. Don’t repeat it.',
        advice:
          'It may have been sent. Look at the order first, and keep the incident below for whoever looks after Paydesk.',
        tone: 'unknown',
      }
  }
}

const vaultTitles = {
  locked: 'The keychain is locked',
  absent: 'No keychain was found',
  lost: 'The key is missing from the keychain',
  'no-answer': 'The keychain does not answer',
  refused: 'The keychain refused',
} as const

/** The parts of a fault worth keeping: codes and numbers to quote, as label and value. */
export function quotable(fault: Fault): { name: string; value: string }[] {
  switch (fault.kind) {
    case 'rejected':
      return [
        ...(fault.code === undefined ? [] : [{ name: 'Code', value: fault.code }]),
        ...(fault.serialNumber === undefined
          ? []
          : [{ name: 'Serial number', value: fault.serialNumber }]),
        { name: 'HTTP status', value: String(fault.httpStatus) },
      ]
    case 'unreached':
    case 'outcome-unknown':
    case 'conflict':
      return fault.detail === '' ? [] : [{ name: 'Detail', value: fault.detail }]
    case 'bug':
      return [{ name: 'Incident', value: fault.incident }]
    default:
      return []
  }
}
