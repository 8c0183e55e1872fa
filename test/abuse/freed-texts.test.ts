// The story: somebody gets a core dump of the idle program. The collector moves texts about while
// they live; every place in which one of them once stood must be overwritten, not the last alone.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, it } from 'vitest'
import { searchMemory } from './process-memory.ts'

let child: ChildProcess | undefined
afterEach(() => void child?.kill())

const copies = (): number =>
  searchMemory(child!.pid!, { text: 'FREED-TEXT-' }).found['text']?.length ?? 0

it.each([
  ['wherever it was moved', new URL('./freed-texts-process.ts', import.meta.url)],
  ['nor in a page that is kept for later', new URL('./grown-texts-process.ts', import.meta.url)],
])('one pass of the collector leaves no copy of a freed text, %s', async (_what, file) => {
  child = fork(fileURLToPath(file))
  await once(child, 'message')
  expect(copies()).toBeGreaterThan(1_000)
  child.send('collect')
  await once(child, 'message')
  expect(copies()).toBe(0)
})
