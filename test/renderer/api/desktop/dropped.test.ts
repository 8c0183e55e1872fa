// A file that is dropped opens a screen with its text, or is refused by name with the reason.
import { expect, it } from 'vitest'
import { readDropped } from '../../../../src/renderer/api/desktop/dropped.ts'

const file = (name: string, text: string): File => new File([text], name)
const why = async (...files: File[]): Promise<string> => {
  const read = await readDropped(files)
  return read.ok ? JSON.stringify(read.value) : read.fault.message
}

it('leads to the look-up of a list, or to the check of a callback', async () => {
  const list = await readDropped([file('ids.csv', '6760150;6760151')])
  expect(list).toEqual({
    ok: true,
    value: { screen: '/orders/pasted', text: '6760150;6760151' },
  })
  const callback = await readDropped([file('callback.txt', 'status=approved&control=ab12')])
  expect(callback).toMatchObject({ ok: true, value: { screen: '/callbacks' } })
})

it('refuses all else with a sentence', async () => {
  expect(await why()).toBe('One file at a time.')
  expect(await why(file('a', '1'), file('b', '2'))).toBe('One file at a time.')
  expect(await why(file('pack.ZIP', 'PK'))).toMatch(/^pack\.ZIP is a zip\./)
  expect(await why(file('long.csv', '1'.repeat(1_000_001)))).toBe('long.csv is larger than 1 MB.')
  expect(await why(file('cards.txt', '4111-1111-1111-1111'))).toMatch(/looks like a card number/)
  expect(await why(file('image.png', '\0'))).toBe('This file contains no text.')
  const gone = Object.assign(file('folder', '1'), { text: () => Promise.reject(new Error('gone')) })
  expect(await why(gone)).toBe('folder could not be read.')
})
