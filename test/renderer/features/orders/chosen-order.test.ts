// Which order is read beside the list: none that is passed by, and of its requests the newest word
// with the person who asked.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { TimelineEntry } from '#shared/bridge/views.ts'
import {
  latestOf,
  readerAtRest,
  restMs,
} from '../../../../src/renderer/features/order/facts/chosen-order.ts'

describe('a walk over the rows', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => vi.useRealTimers())
  const walk = () => {
    const read: string[] = []
    return { read, reader: readerAtRest((one: string) => void read.push(one)) }
  }

  it('reads a single step at once, and once', () => {
    const { read, reader } = walk()
    reader.choose('a')
    expect(read).toEqual(['a'])
    vi.advanceTimersByTime(restMs * 3)
    expect(read).toEqual(['a'])
    reader.choose('b')
    expect(read).toEqual(['a', 'b'])
  })

  it('reads where it comes to rest, and nothing that was passed by', () => {
    const { read, reader } = walk()
    for (const one of ['a', 'b', 'c', 'd']) {
      reader.choose(one)
      vi.advanceTimersByTime(restMs - 1)
    }
    expect(read).toEqual(['a'])
    vi.advanceTimersByTime(1)
    expect(read).toEqual(['a', 'd'])
  })

  it('reads nothing after it was stopped', () => {
    const { read, reader } = walk()
    reader.choose('a')
    reader.choose('b')
    reader.stop()
    vi.advanceTimersByTime(restMs * 3)
    expect(read).toEqual(['a'])
  })
})

describe('the latest activity', () => {
  const entry = (more: Partial<TimelineEntry>): TimelineEntry => ({
    at: 0,
    source: 'desk',
    title: 'return',
    isRelease: false,
    message: '',
    state: 'SUCCEEDED',
    amount: null,
    actor: null,
    serialNumber: null,
    attemptId: null,
    seq: null,
    ...more,
  })

  it('has one line a request: its newest word, and who asked for it', () => {
    const timeline = [
      entry({ attemptId: 'a', state: 'SUCCEEDED', actor: 'paydesk' }),
      entry({ source: 'service', title: 'refund', state: 'approved' }),
      entry({ attemptId: 'a', state: 'SENDING', actor: 'Anna' }),
      entry({ source: 'log', title: 'order:look-up', actor: 'Anna' }),
      entry({ source: 'log', title: 'order:note', actor: 'Tom' }),
    ]
    expect(latestOf({ timeline }, 5).map((row) => [row.entry.state, row.askedBy])).toEqual([
      ['SUCCEEDED', 'Anna'],
      ['approved', null],
      ['SUCCEEDED', 'Tom'],
    ])
    expect(latestOf({ timeline }, 1)).toHaveLength(1)
  })
})
