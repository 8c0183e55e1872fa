// The collector is called soon after a secret was used, and holds main for long only where a card
// was typed or a minute has passed.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createForgetter } from '../../../src/main/composition/forget.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function watched() {
  const passes: string[] = []
  const forget = createForgetter({
    young: () => void passes.push('young'),
    all: () => void passes.push('all'),
  })
  return { passes, forget }
}

it('keys that sign again and again cost one full pass a minute', () => {
  const { passes, forget } = watched()
  for (let second = 0; second < 60; second += 4) {
    forget('key')
    vi.advanceTimersByTime(4_000)
  }
  expect(passes).toEqual(['all', ...Array.from({ length: 14 }, () => 'young')])
  forget('key')
  vi.advanceTimersByTime(4_000)
  expect(passes.at(-1)).toBe('all')
})

it('a card is worth a full pass at once and another when its answer was dealt with', () => {
  const { passes, forget } = watched()
  forget('key')
  vi.advanceTimersByTime(200)
  forget('card')
  vi.advanceTimersByTime(200)
  expect(passes).toEqual(['all', 'all'])
  vi.advanceTimersByTime(1_300)
  expect(passes).toEqual(['all', 'all', 'all'])
})

it('a program that is never quiet is not kept from it', () => {
  const { passes, forget } = watched()
  for (let times = 0; times < 25; times += 1) {
    forget('key')
    vi.advanceTimersByTime(100)
  }
  expect(passes).toEqual(['all'])
})
