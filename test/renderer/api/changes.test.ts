// Live reading: bursts become one read, reads never overlap, and nothing is read after the end.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readOnChange } from '../../../src/renderer/api/changes.ts'
import type { FakeBridge } from '../../fakes/bridge.ts'
import { openWindow } from '../window.ts'

let bridge: FakeBridge
beforeEach(() => {
  vi.useFakeTimers()
  bridge = openWindow()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('readOnChange', () => {
  it('reads once for a burst of changes and ignores those of others', async () => {
    let reads = 0
    readOnChange(
      (change) => change.topic === 'order',
      () => Promise.resolve(++reads),
    )
    for (let index = 0; index < 20; index++) bridge.tell({ topic: 'order' })
    bridge.tell({ topic: 'audit' })
    await vi.advanceTimersByTimeAsync(500)
    expect(reads).toBe(1)
  })

  it('reads once more, not at the same time, when something changes while reading', async () => {
    let running = 0
    let most = 0
    let reads = 0
    readOnChange(
      () => true,
      async () => {
        most = Math.max(most, ++running)
        reads++
        await new Promise((resolve) => setTimeout(resolve, 1000))
        running--
      },
    )
    bridge.tell({ topic: 'order' })
    await vi.advanceTimersByTimeAsync(200)
    bridge.tell({ topic: 'order' })
    bridge.tell({ topic: 'order' })
    await vi.advanceTimersByTimeAsync(5000)
    expect(reads).toBe(2)
    expect(most).toBe(1)
  })

  it('reads at once what is urgent, and once more after the burst', async () => {
    let reads = 0
    readOnChange(
      () => true,
      () => Promise.resolve(++reads),
      (change) => change.topic === 'attempt',
    )
    bridge.tell({ topic: 'order' })
    expect(reads).toBe(0)
    bridge.tell({ topic: 'attempt' })
    expect(reads).toBe(1)
    await vi.advanceTimersByTimeAsync(500)
    expect(reads).toBe(2)
  })

  it('reads not once more what changed during a read when it was stopped meanwhile', async () => {
    let reads = 0
    const stop = readOnChange(
      () => true,
      async () => {
        reads++
        await new Promise((resolve) => setTimeout(resolve, 1000))
      },
    )
    bridge.tell({ topic: 'order' })
    await vi.advanceTimersByTimeAsync(200)
    bridge.tell({ topic: 'order' })
    await vi.advanceTimersByTimeAsync(200)
    stop()
    await vi.advanceTimersByTimeAsync(5000)
    expect(reads).toBe(1)
  })

  it('reads no more after it was stopped', async () => {
    let reads = 0
    const stop = readOnChange(
      () => true,
      () => Promise.resolve(++reads),
    )
    bridge.tell({ topic: 'order' })
    stop()
    bridge.tell({ topic: 'order' })
    await vi.advanceTimersByTimeAsync(1000)
    expect(reads).toBe(0)
  })
})
