// What was saved is shown where main wrote it: the page can name no path.
import { expect, it } from 'vitest'
import { methods } from '../../../src/shared/contract/bridge.ts'
import { ok } from '../../../src/shared/fault.ts'
import { showsSaved } from '../../../src/main/desk/saved-files.ts'

type Saving = Parameters<typeof showsSaved>[0]

it('shows the last path that main has written by that method, as long as it is there', async () => {
  const shown: string[] = []
  const gone = new Set<string>()
  const files = ['/home/anna/first.csv', '/home/anna/second.csv', null]
  const saving = {
    'look-ups:save': async () => {
      const file = files.shift() ?? null
      return ok(file === null ? null : { file, rows: 1 })
    },
  } as unknown as Saving
  const desk = showsSaved(saving, {
    showInFolder: async (path) => {
      shown.push(path)
      return !gone.has(path)
    },
  })
  const show = () => desk['saved:show']({ by: 'look-ups:save' })

  expect(await show()).toMatchObject({ ok: false, fault: { kind: 'input', field: 'file' } })
  expect(shown).toEqual([])
  for (const last of ['/home/anna/first.csv', '/home/anna/second.csv', '/home/anna/second.csv']) {
    await desk['look-ups:save']({ as: 'csv' })
    expect(await show()).toEqual(ok(null))
    expect(shown.at(-1)).toBe(last)
  }
  gone.add('/home/anna/second.csv')
  expect(await show()).toMatchObject({ ok: false })
  expect(await desk['saved:show']({ by: 'audit:export' })).toMatchObject({ ok: false })
})

it('takes no path from the page', () => {
  const { 'saved:show': input } = methods
  expect(input.safeParse({ by: 'audit:export' }).success).toBe(true)
  expect(input.safeParse({ by: '/etc/passwd' }).success).toBe(false)
  expect(input.safeParse({ by: 'audit:export', path: '/etc/passwd' }).success).toBe(false)
})
