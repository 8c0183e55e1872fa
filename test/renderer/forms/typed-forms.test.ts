import { createPinia, setActivePinia } from 'pinia'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { draftLastsMs, savedForms, mostDrafts } from '../../../src/shared/bridge/drafts.ts'
import { useConnectionDraftsStore } from '../../../src/renderer/features/connections/connection-drafts.ts'
import { draftFrom } from '../../../src/renderer/features/connections/connection-form.ts'
import { pastedForm } from '../../../src/shared/look-up-list.ts'
import { useTypedFormsStore } from '../../../src/renderer/forms/typed-forms.ts'
import { detailsOf } from '../../fakes/bridge-connections.ts'
import { testConnection } from '../../fakes/bridge-samples.ts'
import type { FakeBridge } from '../../fakes/bridge.ts'
import { openWindow } from '../window.ts'

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
  return savedForms.parse(bridge.kept.get('forms') ?? [])
}
/** A page of its own over the same ledger. */
const restarted = async (at = now) => {
  await kept()
  setActivePinia(createPinia())
  const forms = useTypedFormsStore()
  await forms.load(at)
  return forms
}

describe('what was typed into a form', () => {
  it('is found again after a restart, with when, until it is saved or cleared', async () => {
    const note = useTypedFormsStore().field(() => 'note/sandbox/1', 'note')
    note.value = 'Calls again'
    const again = await restarted()
    const found = again.field(() => 'note/sandbox/1', 'note')
    expect([found.value, again.restoredAt('note/sandbox/1')]).toEqual(['Calls again', now])
    found.value = ''
    expect(again.restoredAt('note/sandbox/1')).toBeNull()
    expect(await kept()).toEqual([])
    again.type('resume', 'reason', 'Compared')
    again.forget('resume')
    expect([await kept(), again.isTyped('resume')]).toEqual([[], false])
  })

  it('leaves out cards, keys, passwords and proofs, and keeps the rest', async () => {
    const forms = useTypedFormsStore()
    const pem = '-----BEGIN PRIVATE KEY-----'
    const secrets = [card, '4111.1111.1111.1111', '4111 1111\n1111 1111', pem, 'http://me:pw@proxy']
    for (const [at, secret] of secrets.entries()) forms.type(`note/sandbox/${at}`, 'note', secret)
    forms.type('inspector', 'pares', 'proof')
    forms.type('inspector', 'cvv2', '123')
    forms.type('inspector', 'comment', 'Torn box')
    forms.type(`note/sandbox/${card.replaceAll(' ', '')}`, 'note', 'harmless')
    expect(await kept()).toMatchObject([{ form: 'inspector', fields: { comment: 'Torn box' } }])
    for (const fields of [{ note: pem }, { cvv2: '123' }, { cres: 'proof' }])
      expect(savedForms.safeParse([{ form: 'note/a/1', at: now, fields }]).success).toBe(false)
  })

  it('as a list keeps every line, a card number among them masked', async () => {
    const lines = ['700101', card, 'shop-1', '4000000000', '0000000002']
    useTypedFormsStore().type(pastedForm, 'text', lines.join('\n'))
    const again = (await restarted()).fieldsOf(pastedForm)['text']?.split('\n')
    expect(again).toEqual(lines.with(1, '4111 11•• •••• 1111'))
  })

  it('is at most of the newest fifty forms, for thirty days', async () => {
    const forms = useTypedFormsStore()
    for (let n = 0; n < mostDrafts + 5; n += 1) forms.type(`note/a/${n}`, 'note', 'x', now + n)
    expect((await kept()).map(({ form }) => form).at(-1)).toBe('note/a/5')
    expect((await restarted(now + 10 + draftLastsMs)).isTyped('note/a/9')).toBe(false)
  })
})

describe('a connection’s form', () => {
  const saved = draftFrom(detailsOf(testConnection))

  it('comes back with what was typed over what is saved meanwhile', async () => {
    const drafts = useConnectionDraftsStore()
    drafts.open('c', saved)
    const typed = drafts.draftOf('c')!
    typed.login = 'shop'
    typed.numbers.answerTimeoutMs = 'soon'
    typed.paths['sale'] = '/v3/sale'
    typed.choices.digitsRule = 'always-2'
    drafts.typed('c')
    await restarted()
    const again = useConnectionDraftsStore()
    expect([again.isDirty('c'), again.isDirty('other')]).toEqual([true, false])
    again.open('c', { ...saved, name: 'Renamed meanwhile' })
    expect(again.draftOf('c')).toEqual({
      ...saved,
      name: 'Renamed meanwhile',
      login: 'shop',
      numbers: { ...saved.numbers, answerTimeoutMs: 'soon' },
      paths: { ...saved.paths, sale: '/v3/sale' },
      choices: { ...saved.choices, digitsRule: 'always-2' },
    })
    again.discard('c')
    expect([await kept(), again.isDirty('c')]).toEqual([[], false])
  })

  it('takes nothing that does not fit, and keeps no password of an address', async () => {
    const forms = useTypedFormsStore()
    const odd = {
      'choices.digitsRule': 'three',
      surprise: 'x',
      'paths.surprise': '/x',
      login: 'shop',
    }
    forms.replace('connection/c', { ...odd, proxyUrl: 'http://me:pw@proxy.example' })
    expect(JSON.stringify(await kept())).not.toContain('pw')
    const drafts = useConnectionDraftsStore()
    drafts.open('c', saved)
    expect(drafts.draftOf('c')).toEqual({
      ...saved,
      login: 'shop',
      proxyUrl: 'http://me:pw@proxy.example',
    })
    drafts.typed('c')
    drafts.draftOf('c')!.login = saved.login
    drafts.draftOf('c')!.proxyUrl = saved.proxyUrl
    drafts.typed('c')
    expect(await kept()).toEqual([])
  })
})
