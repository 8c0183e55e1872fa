// An end that was asked for comes: with what it waits for, and without what never ends.
import { expect, it } from 'vitest'
import { waitedFor } from '../../../src/main/composition/desktop/waited-for.ts'

const quick = { everyMs: 2, mostMs: 10_000 }

it('is over with the last of what is waited for', async () => {
  let left = 2
  const waited = waitedFor(() => left, quick)
  expect(waited.count()).toBe(2)
  let isOver = false
  void waited.whenNone.then(() => (isOver = true))
  left = 1
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(isOver).toBe(false)
  left = 0
  await waited.whenNone
})

it('is over after its time, whatever is left', async () => {
  const waited = waitedFor(() => 1, { everyMs: 2, mostMs: 30 })
  await waited.whenNone
  expect(waited.count()).toBe(1)
})

it('tells who waits that it can’t be looked any more, and nobody else', async () => {
  const unheard: unknown[] = []
  const hear = (error: unknown): void => void unheard.push(error)
  process.on('unhandledRejection', hear)
  const waited = waitedFor(() => {
    throw new Error('disk I/O error')
  }, quick)
  await new Promise((resolve) => setTimeout(resolve, 10))
  process.off('unhandledRejection', hear)
  expect(unheard).toEqual([])
  await expect(waited.whenNone).rejects.toThrow('disk I/O error')
})
