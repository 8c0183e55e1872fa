// A reading in a thread gives what a reading here gives, and can be stopped.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readFile } from '../../../src/main/files/read-file.ts'
import { readInThread } from '../../../src/main/files/read-thread.ts'
import { optionsOf } from '../../campaigns/files/refusals.ts'

const folder = mkdtempSync(join(tmpdir(), 'paydesk-thread-'))
afterAll(() => rmSync(folder, { recursive: true }))
const path = join(folder, 'list')
const entry = new URL('../../../src/main/files/read-worker.ts', import.meta.url)
const lines = (count: number): string =>
  Array.from({ length: count }, (_, at) => `${6760150 + at},${at % 7}.50,EUR,late\n`).join('')

describe('a reading in a thread', () => {
  it('is the same as one here, in parts', async () => {
    writeFileSync(path, `Order ID,Amount,Currency,Reason\n${lines(2_500)}x,1.00,EUR,late\n`)
    const task = { source: { path }, options: optionsOf() }
    const seen: number[] = []
    const reading = await readInThread(entry, task, { onProgress: (rows) => seen.push(rows) })
    expect(reading).toEqual(await readFile(task.source, task.options))
    expect([reading.rows.length, reading.wrong.length, seen]).toEqual([2_500, 1, [1_000, 2_000]])
  })

  it('stops when it is told to', async () => {
    writeFileSync(path, `Order ID,Amount,Currency,Reason\n${lines(60_000)}`)
    const stop = new AbortController()
    const reading = readInThread(
      ...([entry, { source: { path }, options: optionsOf() }] as const),
      { signal: stop.signal, onProgress: () => stop.abort() },
    )
    await expect(reading).rejects.toThrow(/abort/i)
  })
})
