import { describe, expect, it } from 'vitest'
import type { Change } from '#shared/contract/bridge.ts'
import { ok } from '#shared/fault.ts'
import { createJobs } from '../../../../src/main/desk/base/jobs.ts'

const untilEnded = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error))
  })

describe('long work', () => {
  it('tells how far it is, never beyond its end', async () => {
    const changes: Change[] = []
    const work = createJobs((change) => changes.push(change))
    const ran = await work.run('verify', ({ onProgress }) => {
      onProgress(5, 10)
      onProgress(11, 10)
      return Promise.resolve(ok('done'))
    })
    expect(ran).toEqual(ok('done'))
    expect(changes).toEqual([
      { topic: 'work', work: { name: 'verify', done: 5, total: 10 } },
      { topic: 'work', work: { name: 'verify', done: 10, total: 10 } },
    ])
  })

  it('that was ended gives null, and can be done again', async () => {
    const work = createJobs(() => undefined)
    const running = work.run('export', ({ signal }) => untilEnded(signal))
    work.end('verify')
    work.end('export')
    expect(await running).toEqual(ok(null))
    expect(await work.run('export', () => Promise.resolve(ok(1)))).toEqual(ok(1))
  })

  it('is refused while work of its name is under way, and another name is not', async () => {
    const work = createJobs(() => undefined)
    const running = work.run('verify', ({ signal }) => untilEnded(signal))
    expect(await work.run('verify', () => Promise.resolve(ok(1)))).toMatchObject({
      ok: false,
      fault: { kind: 'denied', reason: 'not-possible' },
    })
    expect(await work.run('export', () => Promise.resolve(ok(1)))).toEqual(ok(1))
    work.endAll()
    expect(await running).toEqual(ok(null))
  })

  it('hands on what it throws when nobody ended it', async () => {
    const work = createJobs(() => undefined)
    await expect(work.run('verify', () => Promise.reject(new Error('broken')))).rejects.toThrow(
      'broken',
    )
    expect(await work.run('verify', () => Promise.resolve(ok(1)))).toEqual(ok(1))
  })
})
