import { createPinia, setActivePinia } from 'pinia'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { effectScope, ref } from 'vue'
import { draftLastsMs, mostDrafts, savedDrafts } from '../../../src/shared/bridge/drafts.ts'
import { fieldsOfDraft } from '../../../src/shared/connections/connection-draft.ts'
import { pastedForm } from '../../../src/shared/look-up-list.ts'
import { draftFrom } from '../../../src/renderer/features/connections/connection-form.ts'
import {
  connectionForm,
  useConnectionDraft,
} from '../../../src/renderer/features/connections/use-connection-draft.ts'
import { keyOf, useDraftsStore } from '../../../src/renderer/forms/drafts.ts'
import { detailsOf } from '../../fakes/bridge-connections.ts'
import { testConnection } from '../../fakes/bridge-samples.ts'
import type { FakeBridge } from '../../fakes/bridge.ts'
import { openWindow } from '../window.ts'

const refund = keyOf({ connectionId: 'sandbox', orderid: '700/101', action: 'return' })
const payout = keyOf({ connectionId: 'sandbox', orderid: '', action: 'payout' })
const transfer = keyOf({ connectionId: 'sandbox', orderid: '', action: 'transfer' })
const now = Date.UTC(2026, 10, 21, 10, 40)
const card = '4111 1111 1111 1111'

let bridge: FakeBridge
beforeEach(() => {
  vi.useFakeTimers({ now })
  bridge = openWindow()
})
afterEach(() => {
  vi.useRealTimers()
})

/** What lies in the ledger once typing has come to rest. */
const kept = async () => {
  await vi.runAllTimersAsync()
  return savedDrafts.parse(bridge.kept.get('drafts') ?? [])
}
/** A page of its own over the same ledger. */
const restarted = async (at = now) => {
  await kept()
  setActivePinia(createPinia())
  const drafts = useDraftsStore()
  await drafts.load(at)
  return drafts
}

describe('what was typed into a form', () => {
  it('is found again after a restart, with when, and not what the form fills in by itself', async () => {
    const drafts = useDraftsStore()
    drafts.begin(transfer, { currency: 'EUR' })
    drafts.type(refund, { part: 'yes', amount: '12.50' }, now)
    drafts.type(payout, { first_name: 'Zoë' }, now + 1)
    expect(drafts.isTyped(transfer)).toBe(false)
    expect((await kept()).map(({ form }) => form)).toEqual([payout, refund])
    const again = await restarted(now + 60_000)
    expect(again.fieldsOf(refund)).toEqual({ part: 'yes', amount: '12.50' })
    expect(again.fieldsOf(payout)).toEqual({ first_name: 'Zoë' })
    expect([again.restoredAt(refund), again.restoredAt(payout)]).toEqual([now, now + 1])
    expect(again.ofOrders).toEqual([
      { connectionId: 'sandbox', orderid: '700/101', action: 'return', amount: '12.50', at: now },
    ])
  })

  it('is gone once it was sent, saved or cleared', async () => {
    const note = useDraftsStore().field(() => 'note/sandbox/1', 'note')
    note.value = 'Calls again'
    const again = await restarted()
    const found = again.field(() => 'note/sandbox/1', 'note')
    expect([found.value, again.restoredAt('note/sandbox/1')]).toEqual(['Calls again', now])
    found.value = ''
    expect(again.restoredAt('note/sandbox/1')).toBeNull()
    expect(await kept()).toEqual([])
    again.type(refund, { comment: 'Torn box' })
    expect([(await kept()).length, again.ofOrders.length]).toEqual([1, 1])
    again.forget(refund)
    expect([await kept(), again.isTyped(refund), again.ofOrders]).toEqual([[], false, []])
  })

  it('leaves out cards, keys, passwords and proofs, and keeps the rest', async () => {
    const drafts = useDraftsStore()
    const pem = '-----BEGIN PRIVATE KEY-----'
    const secrets = [card, '4111.1111.1111.1111', '4111 1111\n1111 1111', pem, 'http://me:pw@proxy']
    for (const [at, note] of secrets.entries()) drafts.type(`note/sandbox/${at}`, { note })
    drafts.type(refund, { comment: `card ${card}` })
    drafts.type(payout, { account_number: '5555555555554444', first_name: 'Zoë' }, now + 1)
    drafts.type('inspector', { pares: 'proof', cvv2: '123', comment: 'Torn box' })
    drafts.type(`note/sandbox/${card.replaceAll(' ', '')}`, { note: 'harmless' })
    expect(await kept()).toEqual([
      { form: payout, at: now + 1, fields: { first_name: 'Zoë' } },
      { form: 'inspector', at: now, fields: { comment: 'Torn box' } },
    ])
  })

  it('as a list keeps every line, a card number among them masked', async () => {
    const lines = ['700101', card, 'shop-1', '4000000000', '0000000002']
    useDraftsStore().type(pastedForm, { text: lines.join('\n') })
    const again = (await restarted()).fieldsOf(pastedForm)['text']?.split('\n')
    expect(again).toEqual(lines.with(1, '4111 11•• •••• 1111'))
  })

  it('is at most of the newest forms, for thirty days', async () => {
    const drafts = useDraftsStore()
    for (let n = 0; n < mostDrafts + 5; n += 1) drafts.type(`note/a/${n}`, { note: 'x' }, now + n)
    const all = await kept()
    expect(all).toHaveLength(mostDrafts)
    expect([all[0]?.form, all.at(-1)?.form]).toEqual([`note/a/${mostDrafts + 4}`, 'note/a/5'])
    expect((await restarted(now + 10 + draftLastsMs)).isTyped('note/a/9')).toBe(false)
  })

  it('in another shape is as if nothing had been kept', async () => {
    bridge.kept.set('drafts', [{ action: 'payout', at: now, fields: { amount: '1.00' } }])
    const drafts = useDraftsStore()
    await drafts.load(now)
    expect(drafts.drafts.size).toBe(0)
  })
})

describe('what was typed over what is saved', () => {
  it('stays empty after a restart where it was cleared', async () => {
    const form = 'recipient/sandbox/1'
    useDraftsStore().typeOver(form, { '@name': '' })
    const again = await restarted()
    expect([again.fieldsOf(form), again.restoredAt(form)]).toEqual([{ '@name': '' }, now])
  })
})

describe('what is kept', () => {
  it.each([
    ...['credit_card_number', 'cvv2', 'card_printed_name', 'pares', 'cres'].map((name) => ({
      [name]: 'x',
    })),
    { note: '-----BEGIN PRIVATE KEY-----' },
  ])('is refused with %o', (fields) => {
    expect(savedDrafts.safeParse([{ form: payout, at: now, fields: {} }]).success).toBe(true)
    expect(savedDrafts.safeParse([{ form: payout, at: now, fields }]).success).toBe(false)
  })
})

describe('a connection’s form', () => {
  const details = detailsOf(testConnection)
  const saved = draftFrom(details)
  const form = connectionForm(details.id)
  let scope = effectScope()
  beforeEach(() => {
    scope = effectScope()
  })
  afterEach(() => {
    scope.stop()
  })
  const opened = (now = ref<typeof details | null>(details)) =>
    scope.run(() => useConnectionDraft(() => now.value))!

  it('comes back with what was typed over what is saved meanwhile', async () => {
    const { draft } = opened()
    draft.value.login = 'shop'
    draft.value.numbers.answerTimeoutMs = 'soon'
    draft.value.paths['sale'] = '/v3/sale'
    draft.value.choices.digitsRule = 'always-2'
    const drafts = await restarted()
    expect([drafts.isTyped(form), drafts.isTyped(connectionForm('other'))]).toEqual([true, false])
    const again = opened(ref({ ...details, name: 'Renamed meanwhile' }))
    expect(again.draft.value).toEqual({
      ...saved,
      name: 'Renamed meanwhile',
      login: 'shop',
      numbers: { ...saved.numbers, answerTimeoutMs: 'soon' },
      paths: { ...saved.paths, sale: '/v3/sale' },
      choices: { ...saved.choices, digitsRule: 'always-2' },
    })
    expect([again.isDirty.value, again.savedAt.value]).toEqual([true, now])
    again.discard()
    expect([await kept(), again.isDirty.value]).toEqual([[], false])
  })

  it('keeps a field that was cleared empty over a restart, with a way back to what is saved', async () => {
    const { draft } = opened()
    draft.value.login = ''
    draft.value.currencies = ''
    expect(await kept()).toMatchObject([{ form, fields: { login: '' } }])
    await restarted()
    const again = opened()
    expect(again.draft.value.login).toBe('')
    expect([again.isDirty.value, again.savedAt.value]).toEqual([true, now])
    again.draft.value.name = 'Typed later'
    expect(await kept()).toMatchObject([{ fields: { login: '', name: 'Typed later' } }])
    again.discard()
    expect([again.draft.value.login, await kept()]).toEqual([saved.login, []])
  })

  it('keeps what was typed when the saved record is read again, and follows it else', async () => {
    const read = ref<typeof details | null>(details)
    const { draft, isDirty, discard, taken } = opened(read)
    draft.value.login = ''
    expect(isDirty.value).toBe(true)
    read.value = { ...details, name: 'Renamed meanwhile' }
    await kept()
    expect(draft.value).toEqual({ ...saved, login: '', name: 'Renamed meanwhile' })
    discard()
    expect([draft.value.login, isDirty.value]).toEqual([saved.login, false])
    draft.value.login = ' shop'
    taken({ ...details, login: 'shop' }, fieldsOfDraft(draft.value))
    expect([draft.value.login, isDirty.value]).toEqual(['shop', false])
    expect(await kept()).toEqual([])
  })

  it('keeps what is typed while it is being saved', async () => {
    const { draft, isDirty, taken } = opened(ref(details))
    draft.value.name = 'New name'
    const sent = fieldsOfDraft(draft.value)
    draft.value.login = 'typed meanwhile'
    taken({ ...details, name: 'New name' }, sent)
    expect([draft.value.name, draft.value.login]).toEqual(['New name', 'typed meanwhile'])
    expect(isDirty.value).toBe(true)
    expect(await kept()).toMatchObject([{ fields: { login: 'typed meanwhile' } }])
  })

  it.each(['http://me:pw', 'me:pw@proxy:3128', 'http://me:p/w@proxy.example'])(
    'never keeps the address of a proxy, whole or half typed: %s',
    async (proxyUrl) => {
      const { draft } = opened()
      draft.value.proxyUrl = proxyUrl
      expect(await kept()).toEqual([])
    },
  )

  it('takes nothing that does not fit, and keeps no password of an address', async () => {
    const proxyUrl = 'http://me:pw@proxy.example'
    useDraftsStore().replace(form, {
      ...{ 'choices.digitsRule': 'three', surprise: 'x', 'paths.surprise': '/x' },
      ...{ login: 'shop', proxyUrl },
    })
    expect(JSON.stringify(await kept())).not.toContain('pw')
    const { draft } = opened()
    expect(draft.value).toEqual({ ...saved, login: 'shop', proxyUrl })
    draft.value.login = saved.login
    draft.value.proxyUrl = saved.proxyUrl
    expect(await kept()).toEqual([])
  })
})
