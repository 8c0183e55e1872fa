// Settings that change how answers are read can't be chosen while something is open; the others
// can.
import { describe, expect, it } from 'vitest'
import { createSSRApp } from 'vue'
import { renderToString } from 'vue/server-renderer'
import SettingsFields from '../../../../src/renderer/features/connections/SettingsFields.vue'
import { draftFrom } from '../../../../src/renderer/features/connections/connection-form.ts'

const render = async (lock: string | null) => {
  const groups = ['signing', 'answers', 'status'] as const
  const pages = groups.map((group) =>
    renderToString(
      createSSRApp(SettingsFields, {
        draft: { ...draftFrom(null), terms: 'status settled = approved' },
        ...{ group, faults: {}, lock },
      }),
    ),
  )
  return (await Promise.all(pages)).join('')
}
const controls = (page: string) =>
  [...page.matchAll(/<(?:select|input|button)[^>]*>/g)].map(([tag]) => ({
    id: /data-testid="([^"]+)"/.exec(tag)?.[1],
    isDisabled: / disabled/.test(tag),
  }))
const locked = (page: string) =>
  controls(page).flatMap(({ id, isDisabled }) => (isDisabled && id !== undefined ? [id] : []))

describe('the settings of a connection with an open request', () => {
  it('lock what changes the reading of answers, say why, and leave the rest', async () => {
    const page = await render('Locked for now.')
    expect(locked(page)).toEqual([
      ...['setting-digitsRule', 'setting-amountUnit', 'setting-statusAmount'],
      ...['term-told', 'term-means', 'term-remove', 'term-add'],
      ...['setting-statusBy', 'setting-orderidOf'],
    ])
    expect(page.match(/Locked for now\./g)).toHaveLength(6)
    expect(locked(await render(null))).toEqual([])
  })
})
