// Once the program ends it is gone within its time, whatever fails or hangs on the way.
import { expect, it } from 'vitest'
import { endInTime } from '../../../../src/main/shell/system/end-in-time.ts'

async function ended(
  close: () => Promise<unknown>,
  complain = (_error: unknown): void => undefined,
): Promise<string[]> {
  const said: string[] = []
  const steps = {
    ...{ lastTypedMs: 20, closeMs: 60 },
    complain: (error: unknown) => {
      said.push(String(error))
      complain(error)
    },
    exit: () => void said.push('exit'),
  }
  await endInTime(() => {
    said.push('close')
    return close()
  }, steps).catch(() => undefined)
  return said
}
const broken = (): never => {
  throw new Error('EIO')
}

it('is closed first, after what was typed came in', async () => {
  const begun = performance.now()
  expect(await ended(() => Promise.resolve())).toEqual(['close', 'exit'])
  expect(performance.now() - begun).toBeGreaterThan(15)
})

it('ends where closing fails at once, later or never ends, and where nobody can be told', async () => {
  expect(await ended(broken)).toEqual(['close', 'Error: EIO', 'exit'])
  expect(await ended(() => Promise.reject(new Error('EIO')))).toEqual([
    'close',
    'Error: EIO',
    'exit',
  ])
  expect(await ended(() => new Promise(() => undefined))).toEqual(['close', 'exit'])
  expect(await ended(broken, broken)).toEqual(['close', 'Error: EIO', 'exit'])
})
