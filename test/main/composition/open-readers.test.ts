// Which of the reader's threads a start begins with: the lists' at once, the one for long work
// later, unless somebody asks it for something.
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { firstRowsMs, openReaders } from '../../../src/main/composition/open-readers.ts'
import { newFolder, openAt } from '../ledger/ledger-rig.ts'

/** Leaves a file that says which thread it is, and answers every job with its own number. */
const telling = `
import { parentPort, threadId, workerData } from 'node:worker_threads'
import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
const name = workerData.searchFile === null ? 'long' : 'lists'
writeFileSync(join(dirname(workerData.file), name), '')
parentPort.on('message', ({ type, id }) => {
  if (type === 'close') parentPort.close()
  if (type === 'run') parentPort.postMessage({ type: 'done', id, output: String(threadId) })
})
`

function open(isShort = true) {
  const folder = newFolder()
  const file = join(folder, 'ledger.sqlite')
  const entry = join(folder, 'telling.mjs')
  writeFileSync(entry, telling)
  const { db, close } = openAt(file)
  const readers = openReaders(
    { folder, readerEntry: pathToFileURL(entry), report: () => undefined },
    {
      ...{ db, file, monotonic: () => performance.now() },
      ...{ renewStamp: () => undefined, isShort: () => isShort },
    },
  )
  const began = (name: 'lists' | 'long'): boolean => existsSync(join(folder, name))
  return { readers, began, end: () => readers.close(2_000).then(close) }
}

afterEach(() => void vi.useRealTimers())

describe('the readers of a start', () => {
  it('begin with the lists; long work comes when the first rows are there', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    const { readers, began, end } = open()
    readers.wake()
    await vi.waitFor(() => expect(began('lists')).toBe(true), { timeout: 20_000 })
    expect(began('long')).toBe(false)
    vi.advanceTimersByTime(firstRowsMs)
    vi.useRealTimers()
    await vi.waitFor(() => expect(began('long')).toBe(true), { timeout: 20_000 })
    await end()
  })

  it('do long work at once for whoever asks', async () => {
    const { readers, began, end } = open()
    void readers.long.run('damage', {}).catch(() => undefined)
    await vi.waitFor(() => expect(began('long')).toBe(true), { timeout: 20_000 })
    expect(began('lists')).toBe(false)
    await end()
  })

  it.each([
    ['the thread for long work, of a short log', true],
    ['a thread of its own, of a long one', false],
  ])('do one check in %s', async (_, isShort) => {
    const { readers, end } = open(isShort)
    const aside = readers.openAside()
    const [long, check] = await Promise.all([
      readers.long.run('damage', {}),
      aside.run('damage', {}),
    ])
    expect(check === long).toBe(isShort)
    await aside.close(2_000)
    // The other one goes on.
    expect(await readers.long.run('damage', {})).toBe(long)
    await end()
  })

  it('are not woken once they were closed', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    const { began, end } = open()
    await end()
    vi.advanceTimersByTime(firstRowsMs)
    vi.useRealTimers()
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(began('long')).toBe(false)
  })
})
