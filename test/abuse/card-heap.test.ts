// The story: somebody gets a snapshot of V8's strings after cards were typed. A card that was sent,
// taken back or replaced must not be among them; nor one that waits for its confirmation, which is
// held in bytes. abuse/memory.window reads the whole memory.
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Sandbox, startSandbox } from '../../src/sandbox/start.ts'
import { handleOf } from '../journeys/story.ts'
import { canaryCard, foundIn, numberNeedles } from './canary.ts'

const folder = mkdtempSync(join(tmpdir(), 'paydesk-card-heap-'))
const program = new URL('card-heap-process.ts', import.meta.url).pathname
const cardFile = join(folder, 'card')
let sandbox: Sandbox
beforeAll(async () => {
  // In this process: what it received would lie in the heap that is searched.
  sandbox = await startSandbox({ processingMs: 0, seedDays: 0 })
  writeFileSync(cardFile, canaryCard)
})
afterAll(async () => {
  await sandbox.close()
  rmSync(folder, { recursive: true, force: true })
})

async function run(name: string, ...more: string[]): Promise<Record<string, unknown>> {
  const place = join(folder, name)
  mkdirSync(place)
  const flags = ['--expose-gc', '--heap-snapshot-string-limit=1000000']
  const args = [...flags, program, place, cardFile, JSON.stringify(handleOf(sandbox)), ...more]
  const child = spawn(process.execPath, args)
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
  await new Promise((settle) => child.once('close', settle))
  const answer = /^answer (.*)$/m.exec(text)?.[1]
  if (answer === undefined) throw new Error(text)
  return JSON.parse(answer) as Record<string, unknown>
}

describe('main’s heap', () => {
  it.each([
    ['after cards were sent, taken back and replaced', []],
    ['while one more waits for its confirmation', ['hold']],
  ])(
    'holds no card number as text %s',
    async (name, more) => {
      const done = await run(name, ...more)
      expect(done['states']).toEqual(Array.from({ length: 3 }, () => ['UNDONE', 'ACCEPTED']).flat())
      expect(done['waits'] !== null).toBe(more.length > 0)
      const heap = readFileSync(String(done['snapshot']))
      // The search finds what is there, so that finding nothing means something.
      expect(heap.includes(String(done['planted']))).toBe(true)
      expect(foundIn(heap, numberNeedles)).toEqual([])
    },
    180_000,
  )
})
