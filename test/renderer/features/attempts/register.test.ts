// What a register says of its rows together, and how far it reads while something is searched for.
import { createSSRApp } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { expect, it } from 'vitest'
import type { AttemptView } from '#shared/bridge/views.ts'
import { ok } from '#shared/fault.ts'
import {
  type Register,
  useRegister,
  wholeSum,
} from '../../../../src/renderer/features/attempts/register.ts'
import { attemptOf } from '../../../fakes/bridge-seed.ts'
import { openWindow } from '../../window.ts'

it('tells no sum of a page that is not the whole', () => {
  const sent = [{} as AttemptView]
  const sumOf = (rows: readonly unknown[]) => `${rows.length} paid`
  expect(wholeSum({ next: null, sent }, sumOf)).toBe('1 paid')
  expect(wholeSum({ next: 'more', sent }, sumOf)).toBe('')
  expect(wholeSum({ next: null, sent })).toBe('')
})

it('reads all pages while a text is searched for, and saves those that are shown', async () => {
  const bridge = openWindow()
  const page = (id: string, next: string | null) =>
    ok({ rows: [attemptOf(bridge.orders[0]!, { id, sentAt: 1 })], next })
  let register!: Register
  const setup = () => {
    register = useRegister(() => 'sandbox', ['payout'])
    return () => null
  }
  await renderToString(createSSRApp({ setup }))
  const ids = (): string[] => register.sent.map(({ id }) => id)
  bridge.script('register:list', page('a', 'a'))
  await register.refresh()
  expect([ids(), register.isReadingOn]).toEqual([['a'], false])

  bridge.script('register:list', page('b', 'b'))
  bridge.script('register:list', page('c', null))
  register.narrow({ text: ' acme ' })
  // Of the first page alone nothing is told.
  expect(register.isReadingOn).toBe(true)
  await expect.poll(ids).toEqual(['a', 'b', 'c'])
  expect(register.isReadingOn).toBe(false)

  await register.save('csv', { keys: ['c', 'a'] })
  expect(bridge.calls.findLast(({ method }) => method === 'register:export')?.input).toEqual({
    as: 'csv',
    of: { attempts: ['c', 'a'], narrowed: { isSearched: true, status: '' } },
  })
})
