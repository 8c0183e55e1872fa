// Settings that change how answers are read can't be chosen while something is open; the others
// can.
import { describe, expect, it } from 'vitest'
import { createSSRApp } from 'vue'
import { renderToString } from 'vue/server-renderer'
import SettingsFields from '../../../../src/renderer/features/connections/SettingsFields.vue'
import { draftFrom } from '../../../../src/renderer/features/connections/connection-form.ts'

const render = (lock: string | null) =>
  renderToString(
    createSSRApp(SettingsFields, { draft: draftFrom(null), group: 'signing', faults: {}, lock }),
  )
const selects = (page: string) =>
  [...page.matchAll(/<select[^>]*>/g)].map(([tag]) => ({
    id: /data-testid="([^"]+)"/.exec(tag)?.[1],
    isDisabled: / disabled/.test(tag),
  }))

describe('the settings of a connection with an open request', () => {
  it('lock what changes the reading of amounts, say why, and leave the rest', async () => {
    const page = await render('Locked for now.')
    expect(selects(page).filter(({ isDisabled }) => isDisabled)).toEqual([
      { id: 'setting-digitsRule', isDisabled: true },
      { id: 'setting-statusAmount', isDisabled: true },
      { id: 'setting-statusBy', isDisabled: true },
    ])
    expect(page.match(/Locked for now\./g)).toHaveLength(3)
    expect(selects(await render(null)).some(({ isDisabled }) => isDisabled)).toBe(false)
  })
})
