// A file that is opened over typed text loses none of it.
import { expect, it } from 'vitest'
import { ref } from 'vue'
import { openedInto } from '../../../src/renderer/forms/typed-before.ts'

function rig(typed: string) {
  const text = ref(typed)
  return { text, ...openedInto(text) }
}

it('puts back what was typed, once', () => {
  const { text, typedBefore, open, putBack } = rig('6760150')
  open('1\n2')
  expect([text.value, typedBefore.value]).toEqual(['1\n2', '6760150'])
  putBack()
  expect([text.value, typedBefore.value]).toEqual(['6760150', null])
  text.value = 'something else'
  putBack()
  expect(text.value).toBe('something else')
})

it('keeps what was typed while one file after the other is opened', () => {
  const { typedBefore, open } = rig('6760150')
  open('1')
  open('2')
  expect(typedBefore.value).toBe('6760150')
})

it('offers nothing where nothing was typed, or the same', () => {
  const empty = rig(' \n')
  empty.open('1')
  empty.open('2')
  expect(empty.typedBefore.value).toBe(null)
  const same = rig('1')
  same.open('1')
  expect(same.typedBefore.value).toBe(null)
})

it('offers nothing any more once the file’s text was changed', () => {
  const { text, typedBefore, open } = rig('6760150')
  open('1')
  text.value = '1\n2'
  expect(typedBefore.value).toBe(null)
  open('3')
  expect(typedBefore.value).toBe('1\n2')
})

it('keeps no card number', () => {
  const { text, typedBefore, open } = rig('4111 1111 1111 1111')
  open('1')
  expect([text.value, typedBefore.value]).toEqual(['1', null])
})
