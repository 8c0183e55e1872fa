import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { startSandboxThread } from '../../../src/main/composition/sandbox-thread.ts'

const real = new URL('../../../src/sandbox/worker.ts', import.meta.url)
const folder = mkdtempSync(join(tmpdir(), 'paydesk-thread-'))
const entry = (text: string): URL => {
  const file = join(folder, `${crypto.randomUUID()}.mjs`)
  writeFileSync(file, text)
  return pathToFileURL(file)
}

describe('the sandbox thread', () => {
  it('comes up on 127.0.0.1 with its keys and training orders, and closes', async () => {
    const handle = await startSandboxThread(real, ':memory:')
    expect(handle.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\//)
    expect(handle.identity.privateKeyPem).toContain('PRIVATE KEY')
    expect(handle.trainingOrders.length).toBeGreaterThan(0)
    await handle.close()
    await expect(fetch(handle.baseUrl)).rejects.toThrow()
  })

  it.each([
    ['throws', "throw new Error('no room')", 'no room'],
    ['ends', 'process.exit(3)', 'code 3'],
    [
      'says that it failed',
      "import { parentPort } from 'node:worker_threads'; parentPort.postMessage({ type: 'failed', message: 'disk full' })",
      'disk full',
    ],
  ])('that %s is a rejection with its words, never a hang', async (_story, text, message) => {
    await expect(startSandboxThread(entry(text), ':memory:')).rejects.toThrow(message)
  })

  it('that ignores the word to close is ended all the same', async () => {
    const deaf =
      "import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => undefined);" +
      "parentPort.postMessage({ type: 'ready', baseUrl: 'x', identity: {}, trainingOrders: [] })"
    const handle = await startSandboxThread(entry(deaf), ':memory:')
    await expect(handle.close()).resolves.toBeUndefined()
  })
})
