// The collector is called soon after a secret was used, and holds main for long only where a card
// was typed or signing has paused.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createForgetter } from '../../../src/main/composition/forget.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function watched() {
  const collect = vi.fn<() => void>()
  return { collect, forget: createForgetter(collect) }
}

it('keys that sign one request after the other cost one pass, after the last of them', () => {
  const { collect, forget } = watched()
  for (let times = 0; times < 15; times += 1) {
    forget('key')
    vi.advanceTimersByTime(400)
  }
  expect(collect).not.toHaveBeenCalled()
  vi.advanceTimersByTime(100)
  expect(collect).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(60_000)
  expect(collect).toHaveBeenCalledTimes(1)
})

it('a card is worth a pass at once and another when its answer was dealt with', () => {
  const { collect, forget } = watched()
  forget('key')
  forget('card')
  vi.advanceTimersByTime(200)
  expect(collect).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(1_300)
  expect(collect).toHaveBeenCalledTimes(2)
})

it('a program that never stops signing gets a pass every ten seconds', () => {
  const { collect, forget } = watched()
  for (let times = 0; times < 205; times += 1) {
    forget('key')
    vi.advanceTimersByTime(100)
  }
  expect(collect).toHaveBeenCalledTimes(2)
})

it('a card among many keys does not wait for a pause', () => {
  const { collect, forget } = watched()
  forget('card')
  for (let times = 0; times < 15; times += 1) {
    vi.advanceTimersByTime(100)
    forget('key')
  }
  expect(collect).toHaveBeenCalled()
})
