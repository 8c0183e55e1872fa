import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import { inTransaction } from '../../../../src/main/ledger/db/open.ts'
import {
  localReader,
  type Reader,
  threadReader,
} from '../../../../src/main/ledger/worker/reader.ts'
import { draft, type LogRig, newFolder, openLog } from '../ledger-rig.ts'

const entry = new URL('../../../../src/main/ledger/worker/reader-worker.ts', import.meta.url)
const readers: Reader[] = []
afterEach(async () => {
  for (const reader of readers.splice(0)) await reader.close(2_000)
})

function open(entries: number): {
  rig: LogRig
  reader: Reader
  folder: string
  reports: unknown[]
} {
  const folder = newFolder()
  const file = join(folder, 'ledger.db')
  const rig = openLog({ file, entries: 0 })
  inTransaction(rig.ledger.db, () => {
    for (let n = 1; n <= entries; n += 1) rig.audit.append(draft(n))
  })
  const reports: unknown[] = []
  const reader = threadReader({
    entry,
    place: { file, searchFile: join(folder, 'search.db') },
    report: (incident, error) => reports.push([incident, error]),
  })
  readers.push(reader)
  return { rig, reader, folder, reports }
}

/** A thread of a busy computer: it touches a file half a second after it began, and answers. */
function slowToOpen(): { script: URL; touched: string } {
  const folder = newFolder()
  const [script, touched] = [join(folder, 'slow.mjs'), join(folder, 'touched')]
  writeFileSync(
    script,
    `import { parentPort } from 'node:worker_threads'
     import { writeFileSync } from 'node:fs'
     Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500)
     writeFileSync(${JSON.stringify(touched)}, '')
     parentPort.on('message', ({ id }) => parentPort.postMessage({ type: 'done', id }))`,
  )
  return { script: pathToFileURL(script), touched }
}

describe('the reader’s thread', () => {
  it('answers as the same jobs do on the ledger’s own connection', async () => {
    const { rig, reader } = open(300)
    const local = localReader(rig.ledger.db, () => performance.now())
    for (const filter of [{}, { text: '27.50' }, { kind: 'order:look-up' }, { text: 'an' }]) {
      const query = { filter, limit: 20 }
      expect(await reader.run('entries', query)).toEqual(await local.run('entries', query))
    }
    expect(await reader.run('orders', { limit: 5 })).toEqual(
      await local.run('orders', { limit: 5 }),
    )
    const { tookMs: _here, ...here } = await local.run('verify', {})
    const { tookMs: _there, ...there } = await reader.run('verify', {})
    expect(there).toEqual(here)
    expect(there).toMatchObject({ outcome: 'intact', entries: 300 })
  })

  it('finds what was written a moment before', async () => {
    const { rig, reader } = open(10)
    await reader.run('entries', { filter: { text: 'freshly' }, limit: 5 })
    rig.append(draft(11, { details: { message: 'freshly written' } }))
    reader.wake()
    const page = await reader.run('entries', { filter: { text: 'freshly' }, limit: 5 })
    expect(page.rows.map((row) => row.seq)).toEqual([11])
  })

  it('gives each question its own answer, whichever comes first', async () => {
    const script = join(newFolder(), 'last-first.mjs')
    writeFileSync(
      script,
      `import { parentPort } from 'node:worker_threads'
       const asked = []
       parentPort.on('message', ({ id, input }) => {
         if (asked.push({ id, input }) < 3) return
         for (const { id, input } of asked.reverse())
           parentPort.postMessage({ type: 'done', id, output: 'of ' + input.text })
       })`,
    )
    const place = { file: '', searchFile: null }
    const reader = threadReader({ entry: pathToFileURL(script), place, report: () => undefined })
    readers.push(reader)
    const came: string[] = []
    const ask = async (text: string): Promise<unknown> => {
      const answer = await reader.run('orders', { text, limit: 1 })
      came.push(text)
      return answer
    }
    expect(await Promise.all(['6', '67', '676'].map(ask))).toEqual(['of 6', 'of 67', 'of 676'])
    expect(came).toEqual(['676', '67', '6'])
  })

  it('tells how far a verification is, and ends it when asked', async () => {
    const { reader } = open(30_000)
    const reported: number[] = []
    const control = new AbortController()
    const running = reader.run(
      'verify',
      {},
      {
        signal: control.signal,
        onProgress: (done, total) => {
          reported.push(done)
          expect(total).toBe(30_000)
          control.abort()
        },
      },
    )
    await expect(running).rejects.toMatchObject({ name: 'AbortError' })
    expect(reported.length).toBeGreaterThan(0)
    expect(reported[0]).toBeLessThan(30_000)
    expect((await reader.run('entries', { filter: {}, limit: 1 })).rows).toHaveLength(1)
  })

  it('does not begin what was ended before', async () => {
    const { reader } = open(1)
    const run = reader.run('verify', {}, { signal: AbortSignal.abort() })
    await expect(run).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('hands on the words and the code of what went wrong', async () => {
    const { reader, folder } = open(5)
    const query = {
      folder: join(folder, 'nowhere'),
      purpose: 'export' as const,
      filter: {},
      size: 5,
      chain: '',
      lastSigned: 0,
      reached: null,
      version: '',
      madeAt: '',
      publicKey: '',
      fingerprint: '',
      resourcesDir: folder,
    }
    await expect(reader.run('write', query)).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it('that ends by itself fails its jobs with words, is reported, and starts again with the next', async () => {
    const folder = newFolder()
    const script = join(folder, 'dies-once.mjs')
    const flag = join(folder, 'died')
    mkdirSync(flag)
    writeFileSync(
      script,
      `import { parentPort } from 'node:worker_threads'
       import { existsSync, rmdirSync } from 'node:fs'
       parentPort.on('message', ({ id }) => {
         if (existsSync(${JSON.stringify(flag)})) { rmdirSync(${JSON.stringify(flag)}); throw new Error('no more memory') }
         parentPort.postMessage({ type: 'done', id, output: 'alive' })
       })`,
    )
    const reports: unknown[] = []
    const reader = threadReader({
      entry: pathToFileURL(script),
      place: { file: '', searchFile: null },
      report: (incident, error) => reports.push([incident, String(error)]),
    })
    readers.push(reader)
    await expect(reader.run('verify', {})).rejects.toThrow('no more memory')
    expect(reports).toEqual([['reader', 'Error: no more memory']])
    expect(await reader.run('verify', {})).toBe('alive')
  })

  it('of long work ends a moment after its last job, and the next job starts another one', async () => {
    const folder = newFolder()
    const script = join(folder, 'threads.mjs')
    const left = join(folder, 'left')
    writeFileSync(
      script,
      `import { parentPort, threadId } from 'node:worker_threads'
       import { writeFileSync } from 'node:fs'
       parentPort.postMessage({ type: 'opened' })
       parentPort.on('message', ({ type, id }) => {
         if (type === 'run') return parentPort.postMessage({ type: 'done', id, output: threadId })
         // An end that takes its time, as that of a large file does.
         Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300)
         writeFileSync(${JSON.stringify(left)}, '')
         parentPort.close()
       })`,
    )
    const reader = threadReader({
      entry: pathToFileURL(script),
      place: { file: '', searchFile: null },
      report: () => undefined,
      restMs: 50,
    })
    readers.push(reader)
    const [first, second] = await Promise.all([reader.run('verify', {}), reader.run('verify', {})])
    expect(second).toBe(first)
    await new Promise((resolve) => setTimeout(resolve, 150))
    expect(existsSync(left)).toBe(false)
    expect(await reader.run('verify', {})).not.toBe(first)
    // Whoever closes the reader may take the file: no thread has it open by then.
    await reader.close(2_000)
    expect(existsSync(left)).toBe(true)
  })

  it('of long work that was woken does what it was woken for before it ends', async () => {
    const folder = newFolder()
    const [script, looked, left] = ['woken.mjs', 'looked', 'left'].map((name) => join(folder, name))
    writeFileSync(
      script!,
      `import { parentPort } from 'node:worker_threads'
       import { writeFileSync } from 'node:fs'
       let timer
       parentPort.postMessage({ type: 'opened' })
       parentPort.on('message', ({ type, id }) => {
         if (type === 'run') parentPort.postMessage({ type: 'done', id, output: 'read' })
         if (type === 'wake') timer = setTimeout(() => writeFileSync(${JSON.stringify(looked)}, ''), 600)
         if (type !== 'close') return
         clearTimeout(timer)
         writeFileSync(${JSON.stringify(left)}, '')
         parentPort.close()
       })`,
    )
    const reader = threadReader({
      entry: pathToFileURL(script!),
      place: { file: '', searchFile: null },
      report: () => undefined,
      restMs: 1_000,
    })
    readers.push(reader)
    await reader.run('verify', {})
    await new Promise((resolve) => setTimeout(resolve, 700))
    reader.wake()
    await expect.poll(() => existsSync(left!), { timeout: 5_000 }).toBe(true)
    expect(existsSync(looked!)).toBe(true)
    // Also a thread that only a waking started rests again.
    rmSync(left!)
    reader.wake()
    await expect.poll(() => existsSync(left!), { timeout: 5_000 }).toBe(true)
  })

  it('is ended at once while it still opens its files, and opens none afterwards', async () => {
    const { script, touched } = slowToOpen()
    const reader = threadReader({
      entry: script,
      place: { file: '', searchFile: null },
      report: () => undefined,
    })
    reader.wake()
    await reader.close(10_000)
    await new Promise((resolve) => setTimeout(resolve, 700))
    expect(existsSync(touched)).toBe(false)
  })

  it('is not started again by what asks after the end', async () => {
    const { script, touched } = slowToOpen()
    const reader = threadReader({
      entry: script,
      place: { file: '', searchFile: null },
      report: () => undefined,
    })
    await reader.close(10_000)
    reader.wake()
    await expect(reader.run('verify', {})).rejects.toThrow('The reader ended.')
    expect(existsSync(touched)).toBe(false)
  })

  it('makes a search again that was damaged while nobody looked', async () => {
    const { rig, reader, folder, reports } = open(400)
    const query = { filter: { text: '27.50' }, limit: 5 }
    const before = await reader.run('entries', query)
    await reader.close(2_000)
    const path = join(folder, 'search.db')
    for (const name of readdirSync(folder))
      if (name.startsWith('search.db-')) rmSync(join(folder, name))
    writeFileSync(path, 'not a database'.repeat(1000))
    const again = threadReader({
      entry,
      place: { file: join(folder, 'ledger.db'), searchFile: path },
      report: (incident, error) => reports.push([incident, error]),
    })
    readers.push(again)
    expect(await again.run('entries', query)).toEqual(before)
    expect(reports).toEqual([])
    expect(rig.audit.head().size).toBe(400)
  })
})
