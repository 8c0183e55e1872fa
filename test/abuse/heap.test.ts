// The story: somebody attaches to the idle program and searches what the engine holds for the keys.
// After signing, the text of a key must not be among V8's strings. A snapshot has those alone;
// abuse/memory.window reads the whole memory.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { besideKeychain, hasKeychainTools } from '../../scripts/with-keychain.mjs'

const folder = mkdtempSync(join(tmpdir(), 'paydesk-heap-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const program = new URL('heap-process.ts', import.meta.url).pathname

function run(...args: string[]): Record<string, unknown> {
  const started = besideKeychain(
    process.execPath,
    ['--expose-gc', program, ...args],
    { ...process.env },
    folder,
  )
  const done = spawnSync(started.command, started.args, { env: started.env, encoding: 'utf8' })
  const answer = /^answer (.*)$/m.exec(done.stdout)?.[1]
  if (answer === undefined) throw new Error(`${done.stdout}${done.stderr}`)
  return JSON.parse(answer) as Record<string, unknown>
}

describe('the heap after signing', () => {
  it('holds neither the control key nor the private key as text', () => {
    expect(hasKeychainTools()).toBe(true)
    const written = run('write', folder)
    expect(written['isKept']).toBe(true)
    const signed = run('sign', folder, ...(written['fingerprints'] as string[]))
    expect(signed['schemes']).toEqual([
      ...Array.from({ length: 3 }, () => 'control'),
      ...Array.from({ length: 3 }, () => 'rsa-sha256'),
    ])
    const heap = readFileSync(String(signed['snapshot']), 'utf8')
    // The search finds what is there, so that finding nothing means something.
    expect(heap.includes(String(signed['planted']))).toBe(true)
    for (const secret of written['secrets'] as string[]) {
      expect(secret.length).toBeGreaterThan(30)
      expect(heap.includes(secret)).toBe(false)
    }
  }, 180_000)
})
