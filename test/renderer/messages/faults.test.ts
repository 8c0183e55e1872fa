// Words for faults: nothing is called "not sent" unless that is proven, and the gateway's words
// stay verbatim.
import { describe, expect, it } from 'vitest'
import {
  quotable,
  messageOfFault,
  messageOfReadFault,
} from '../../../src/renderer/messages/faults.ts'
import { messageOfLookUp } from '../../../src/renderer/messages/orders/look-ups.ts'
import { outcomeOfAttempt, outcomeOfFault } from '../../../src/renderer/messages/outcomes.ts'
import { attemptStates } from '../../../src/shared/attempt.ts'
import type { DeniedReason, Fault, VaultReason } from '../../../src/shared/fault.ts'
import { attemptOf, seedOrders } from '../../fakes/bridge-seed.ts'

const deniedReasons: DeniedReason[] = [
  'already-confirmed',
  'confirmation-expired',
  'confirmation-mismatch',
  'order-busy',
  'order-moved',
  'told-since',
  'twin',
  'over-remainder',
  'not-possible',
  'not-found',
  'money-stopped',
  'not-permitted',
]
const vaultReasons: VaultReason[] = ['locked', 'absent', 'lost', 'no-answer', 'refused']
const message = 'words of the fault'
const all: Fault[] = [
  { kind: 'input', sent: 'no', field: 'amount', message },
  ...deniedReasons.map((reason): Fault => ({ kind: 'denied', sent: 'no', reason, message })),
  ...vaultReasons.map((reason): Fault => ({ kind: 'vault', sent: 'no', reason, message })),
  { kind: 'unreached', sent: 'no', message, detail: 'ECONNREFUSED' },
  { kind: 'outcome-unknown', sent: 'maybe', message, detail: 'reset' },
  { kind: 'rejected', sent: 'yes', message, code: '12', serialNumber: 's-1', httpStatus: 400 },
  { kind: 'conflict', sent: 'yes', message, detail: 'other order' },
  { kind: 'bug', sent: 'maybe', message, incident: 'i-9' },
]

describe('fault words', () => {
  it.each(all)('gives every fault a title: $kind $reason', (fault) => {
    expect(messageOfFault(fault).title.length).toBeGreaterThan(5)
    expect(messageOfReadFault(fault).title.length).toBeGreaterThan(5)
  })

  it.each(deniedReasons)('says what ends it where it is denied: %s', (reason) => {
    const { advice } = messageOfFault({ kind: 'denied', sent: 'no', reason, message })
    // Each of these has a message that names the way: it differs from case to case.
    const ownWay: DeniedReason[] = ['not-possible', 'not-found', 'not-permitted']
    if (ownWay.includes(reason)) expect(advice).toBe('Nothing was sent.')
    else
      expect(advice).toMatch(/[Rr]eview|Resume|Open requests|smaller|state is shown|decide again/)
  })

  it.each([
    'INVALID: client_orderid is mandatory',
    'client_orderid is required',
    'Missing client-order-id',
    'merchant order id must not be empty',
  ])('says which field to fill in when a look-up is refused with “%s”', (message) => {
    const refused: Fault = { kind: 'rejected', sent: 'yes', message: message, httpStatus: 400 }
    expect(messageOfReadFault(refused)).toMatchObject({
      title: 'The gateway needs the merchant order ID too',
      advice: expect.stringContaining('Choose “Merchant order ID” and enter') as unknown,
    })
    expect(messageOfLookUp({ ok: false, fault: refused }).detail).toContain('merchant order ID')
  })

  it.each(['order not found: client_orderid inv-1', 'Merchant is required to be active'])(
    'takes “%s” for no question about that field',
    (message) => {
      const refused: Fault = { kind: 'rejected', sent: 'yes', message: message, httpStatus: 400 }
      expect(messageOfReadFault(refused).title).not.toContain('Merchant order ID')
    },
  )

  it('tells an order that is not there from a question that was refused', () => {
    const refused = all.find((one) => one.kind === 'rejected')!
    expect(messageOfReadFault(refused).title).toMatch(/refused/)
    expect(
      messageOfReadFault({ ...refused, message: 'ORDER_NOT_FOUND: order not found' }).title,
    ).toMatch(/Order not found/)
  })

  it('never says "nothing was sent" or "safe" of a money request that may have been sent', () => {
    for (const fault of all.filter((one) => one.sent !== 'no')) {
      const { title, advice } = messageOfFault(fault)
      expect(`${title} ${advice}`).not.toMatch(/nothing was sent|safe/i)
    }
  })

  it('tells the person not to repeat whatever may have been carried out', () => {
    for (const fault of all.filter((one) => one.sent === 'maybe' || one.kind === 'conflict')) {
      expect(messageOfFault(fault).title).toContain('Don’t repeat it')
      expect(outcomeOfFault(fault)).toMatchObject({ kind: 'unknown', mayTryAgain: false })
    }
  })

  it('says of a folder that can’t be written to that the export was not written', () => {
    const fault: Fault = { kind: 'input', sent: 'no', field: 'folder', message }
    expect(messageOfReadFault(fault).title).toBe('The export was not written')
  })

  it('keeps code, serial number and incident to quote', () => {
    expect(quotable(all.find((one) => one.kind === 'rejected')!).map((one) => one.value)).toEqual([
      '12',
      's-1',
      '400',
    ])
    expect(quotable(all.find((one) => one.kind === 'bug')!)).toEqual([
      { name: 'Incident', value: 'i-9' },
    ])
  })

  it('carries the gateway’s words verbatim into the outcome', () => {
    const fault = all.find((one) => one.kind === 'rejected')!
    expect(outcomeOfFault(fault)).toMatchObject({ kind: 'rejected', message: message })
  })
})

describe('outcome of an attempt', () => {
  const order = seedOrders()[0]!

  it('offers another try only where no money can have moved', () => {
    const again = attemptStates.filter(
      (state) => outcomeOfAttempt(attemptOf(order, { state })).mayTryAgain,
    )
    expect(again.sort()).toEqual(['DECLINED', 'FAILED', 'NOT_SENT', 'REJECTED', 'UNDONE'])
  })

  it('says done only when the gateway confirmed it', () => {
    const done = attemptStates.filter(
      (state) => outcomeOfAttempt(attemptOf(order, { state })).kind === 'done',
    )
    expect(done).toEqual(['SUCCEEDED'])
  })

  it('does not take a fault back to "nothing was sent" when the attempt is on its way', () => {
    const fault = all.find((one) => one.kind === 'bug')!
    const attempt = attemptOf(order, { state: 'UNKNOWN' })
    expect(outcomeOfFault(fault, attempt).kind).toBe('unknown')
    expect(outcomeOfFault(fault, attemptOf(order, { state: 'UNDONE' })).kind).toBe('stopped')
  })
})
