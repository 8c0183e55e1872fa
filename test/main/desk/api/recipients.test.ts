// Saved recipients over a real ledger: every version audited, and a change since money last went
// there said at the review.
import { describe, expect, it } from 'vitest'
import { formatMessages } from '#wording/format-messages.ts'
import { createRecipientMethods } from '../../../../src/main/desk/api/recipients.ts'
import { confirm } from '../../../../src/main/desk/payments/send/confirm.ts'
import { reviewRequest } from '../../../../src/main/desk/payments/review/review-request.ts'
import { changeLastsMs, type RecipientView } from '../../../../src/shared/bridge/recipients.ts'
import { connectionRecord } from '#shared/connections/connection.ts'
import { connection, createTestDesk } from '../../../fakes/desk.ts'

const iban = 'DE89370400440532013000'
const other = 'EE382200221020145685'
const place = { connectionId: 'test-1' }
const account = (account_number: string) => ({
  ...place,
  name: 'Zoë',
  way: 'account' as const,
  fields: { account_number, account_name: 'Zoë Größe', bank_name: '' },
})

function open(options: Parameters<typeof createTestDesk>[0] = {}) {
  const desk = createTestDesk(options)
  const recipients = createRecipientMethods(desk.ports)
  const list = async (): Promise<RecipientView[]> => {
    const found = await recipients['recipient:list'](place)
    return found.ok ? found.value : []
  }
  const review = async (account_number: string, connectionId = 'test-1') => {
    const made = await reviewRequest(desk.ports, {
      connectionId,
      operation: 'payout',
      request: {
        amount: '10.00',
        currency: 'EUR',
        order_desc: 'Deposit back',
        ipaddress: '203.0.113.7',
        account_number,
        account_name: 'Zoë Größe',
      },
    })
    if (!made.ok) throw new Error(JSON.stringify(made.fault))
    return made.value
  }
  const pay = async (account_number: string, hasCalledPayee = false): Promise<void> => {
    const { attemptId, token } = await review(account_number)
    desk.time.now += 1000
    const sent = await confirm(desk.ports, { attemptId, token, hasCalledPayee })
    if (!sent.ok) throw new Error(JSON.stringify(sent.fault))
  }
  const kinds = () => desk.ports.audit.timeline('connection/test-1').map((row) => row.kind)
  return { ...desk, recipients, list, review, pay, kinds }
}

describe('a saved recipient', () => {
  it.each([
    ['in letters of another script', 'ACMЕ'],
    ['in other capitals', 'acme'],
    ['in full-width letters', 'ＡＣＭＥ'],
  ])('named like another %s is refused with the other’s name', async (_how, name) => {
    const { recipients, list } = open()
    await recipients['recipient:save']({ ...account(iban), name: 'ACME' })
    const second = await recipients['recipient:save']({ ...account(other), name })
    expect(formatMessages(second)).toMatchObject({
      ok: false,
      fault: { field: 'name', message: expect.stringContaining('called “ACME”') as string },
    })
    expect(await list()).toHaveLength(1)
  })

  it.each(['ACME\u200b', '\u202eEMCA', 'AC\u200dME', 'ACME\nTest'])(
    'has no name with a character that nobody sees: %j',
    async (name) => {
      const { recipients } = open()
      const saved = await recipients['recipient:save']({ ...account(iban), name })
      expect(saved).toMatchObject({ ok: false, fault: { field: 'name' } })
    },
  )

  it('is added, changed and removed, each with its audit entry and who did it', async () => {
    const desk = open()
    const made = await desk.recipients['recipient:save'](account(iban))
    if (!made.ok) throw new Error(made.fault.message)
    expect(made.value).toMatchObject({
      name: 'Zoë',
      fields: { account_number: iban, account_name: 'Zoë Größe' },
      changedBy: 'anna',
      lastUsedAt: null,
      changes: [],
    })
    expect(made.value.fields).not.toHaveProperty('bank_name')
    const recipientId = made.value.id
    await desk.recipients['recipient:save']({ ...account(other), recipientId })
    expect((await desk.list()).map((one) => one.fields['account_number'])).toEqual([other])
    await desk.recipients['recipient:remove']({ ...place, recipientId })
    expect(await desk.list()).toEqual([])
    expect(desk.kinds()).toEqual(['recipient:added', 'recipient:changed', 'recipient:removed'])
    expect(desk.ports.audit.timeline('connection/test-1')[1]?.details).toMatchObject({
      // An IBAN is none by its check digits, whatever digits lie in it.
      changes: [{ name: 'account_number', was: iban, is: other }],
    })
    expect(await desk.recipients['recipient:remove']({ ...place, recipientId })).toMatchObject({
      ok: false,
      fault: { reason: 'not-found' },
    })
  })

  it('with a card number, a taken name, or on no connection is refused and written nowhere', async () => {
    const desk = open()
    await desk.recipients['recipient:save'](account(iban))
    for (const draft of [
      account('4111 1111 1111 1111'),
      { ...account(other), name: 'ZOË' },
      { ...account(other), connectionId: 'nowhere', name: 'New' },
    ])
      expect(await desk.recipients['recipient:save'](draft)).toMatchObject({ ok: false })
    expect(desk.kinds()).toEqual(['recipient:added'])
    expect(await desk.list()).toHaveLength(1)
  })

  it('that changed since money last went there says so, there and at the review', async () => {
    const desk = open()
    const made = await desk.recipients['recipient:save'](account(iban))
    const recipientId = made.ok ? made.value.id : ''
    await desk.pay(iban)
    expect((await desk.list())[0]).toMatchObject({ lastUsedAt: desk.time.now, changes: [] })
    expect((await desk.review(iban)).changedRecipients).toEqual([])
    await desk.recipients['recipient:save']({ ...account(other), recipientId })
    expect((await desk.list())[0]?.changes).toEqual([
      { name: 'account_number', was: iban, is: other },
    ])
    const changed = await desk.review(other)
    expect(changed.changedRecipients).toEqual([
      {
        ...{ name: 'Zoë', changedBy: 'anna', changedAt: desk.time.now, wasPaidSince: false },
        changes: [{ name: 'account_number', was: iban, is: other }],
      },
    ])
    expect(changed.warnings).toEqual([])
    expect((await desk.review(iban)).changedRecipients).toEqual([])
    await desk.pay(other, true)
    expect((await desk.list())[0]?.changes).toEqual([])
    await desk.recipients['recipient:save']({ ...account(iban), recipientId })
    expect((await desk.list())[0]?.changes).toHaveLength(1)
  })

  it('that changed says so for 30 days, when and by whom, also once it was paid', async () => {
    const desk = open()
    const made = await desk.recipients['recipient:save'](account(iban))
    const recipientId = made.ok ? made.value.id : ''
    await desk.pay(iban)
    desk.time.now += 60_000
    const changedAt = desk.time.now
    await desk.recipients['recipient:save']({ ...account(other), recipientId })
    desk.time.now += 60_000
    // Another name is no other account.
    await desk.recipients['recipient:save']({ ...account(other), recipientId, name: 'Zoë, lamps' })
    await desk.pay(other, true)
    const told = {
      ...{ name: 'Zoë, lamps', changedBy: 'anna', changedAt, wasPaidSince: true },
      changes: [{ name: 'account_number', was: iban, is: other }],
    }
    desk.time.now = changedAt + changeLastsMs - 1
    expect((await desk.list())[0]).toMatchObject({ changed: told, changes: [] })
    expect((await desk.review(other)).changedRecipients).toEqual([told])
    desk.time.now += 1
    expect((await desk.list())[0]?.changed).toBeNull()
    expect((await desk.review(other)).changedRecipients).toEqual([])
  })

  it('that changed and was not paid since says so for as long as that is so', async () => {
    const desk = open()
    const made = await desk.recipients['recipient:save'](account(iban))
    await desk.pay(iban)
    await desk.recipients['recipient:save']({
      ...account(other),
      recipientId: made.ok ? made.value.id : '',
    })
    desk.time.now += 2 * changeLastsMs
    expect((await desk.list())[0]?.changed).toMatchObject({ wasPaidSince: false })
  })

  it('that changed says so over another record of the same gateway account, and of no other', async () => {
    const record = (id: string, login: string) =>
      connectionRecord.parse({ ...connection, id, name: id, login })
    const desk = open({ others: [record('test-2', connection.login), record('test-3', 'other')] })
    const made = await desk.recipients['recipient:save'](account(iban))
    await desk.pay(iban)
    await desk.recipients['recipient:save']({
      ...account(other),
      recipientId: made.ok ? made.value.id : '',
    })
    const warned = async (at: string) => (await desk.review(other, at)).changedRecipients.length
    expect([await warned('test-1'), await warned('test-2'), await warned('test-3')]).toEqual([
      1, 1, 0,
    ])
  })

  it('is asked what was paid to an account, and by which name', async () => {
    const desk = open()
    const ask = async (account_number: string, account_name = 'Zoë Größe') => {
      const fields = { account_number, account_name }
      const answer = await desk.recipients['recipient:paid-before']({ ...place, fields })
      return answer.ok ? answer.value : answer.fault
    }
    expect(await ask(iban)).toEqual({ count: 0, open: 0, lastAt: null, otherName: null })
    await desk.pay(iban)
    expect(await ask(iban)).toMatchObject({ otherName: null })
    const at = desk.time.now
    expect(await ask(iban, 'Bob Jones')).toMatchObject({ otherName: { name: 'Zoë Größe', at } })
    expect(await ask('', 'Bob Jones')).toBeNull()
    const nowhere = { connectionId: 'nowhere', fields: { account_number: iban } }
    expect(await desk.recipients['recipient:paid-before'](nowhere)).toMatchObject({ ok: false })
  })

  it('can’t be changed or deleted behind the log’s back', async () => {
    const { db, recipients } = open()
    await recipients['recipient:save'](account(iban))
    expect(() => db.exec("UPDATE recipient_version SET fields = '{}'")).toThrow(/append-only/)
    expect(() => db.exec('DELETE FROM recipient_version')).toThrow(/append-only/)
  })
})
