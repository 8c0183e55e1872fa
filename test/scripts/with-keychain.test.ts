import { spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { hasKeychainTools } from '../../scripts/with-keychain.mjs'

const tool = join(import.meta.dirname, '../../scripts/with-keychain.mjs')
const run = (...command: string[]) =>
  spawnSync(process.execPath, [tool, ...command], { encoding: 'utf8', timeout: 120_000 })

describe('a command beside a keychain of its own', () => {
  it('keeps its output, its errors and its exit code, and adds no words', () => {
    const { stdout, stderr, status } = run('sh', '-c', 'echo out; echo err >&2; exit 5')
    expect({ stdout, stderr, status }).toEqual({ stdout: 'out\n', stderr: 'err\n', status: 5 })
  })

  it('has a session bus of its own wherever the tools are there', () => {
    const { stdout } = run('sh', '-c', 'echo "$DBUS_SESSION_BUS_ADDRESS"')
    expect(stdout.trim() !== '').toBe(hasKeychainTools())
    expect(stdout.trim()).not.toBe(process.env['DBUS_SESSION_BUS_ADDRESS'] ?? 'none')
  })

  it('keeps keys in a folder that is gone afterwards', () => {
    const { stdout } = run('sh', '-c', 'echo "$XDG_DATA_HOME"; ls -d "$XDG_RUNTIME_DIR"')
    const [folder = '', runtime = ''] = stdout.split('\n')
    if (!hasKeychainTools()) return
    expect(runtime).toMatch(/run$/)
    expect(spawnSync('ls', ['-d', folder]).status).not.toBe(0)
  })

  it('says when there is no command', () => {
    expect(run().status).not.toBe(0)
    expect(run().stderr).toContain('Usage')
  })
})

describe('what runs beside it', () => {
  it('is gone when the command has ended', async () => {
    const { stdout } = run('sh', '-c', 'ps -o pid= -g "$(ps -o pgid= -p $$ | tr -d " ")"')
    const pids = stdout.trim().split(/\s+/).map(Number)
    expect(pids.length).toBeGreaterThan(0)
    // The bus is told to end last of all, and nobody waits for it. A zombie is gone too: it only
    // waits for somebody to ask how it ended.
    const left = (): string[] =>
      pids
        .map((pid) => spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }))
        .map(({ stdout: state }) => state)
        .filter((state) => state !== '' && !state.startsWith('Z'))
    await expect.poll(left).toEqual([])
  })

  it('lets the command end in order when it is asked to', async () => {
    const message =
      'process.on("SIGTERM", () => setTimeout(() => { console.log("in order"); process.exit(4) }, 300)); setTimeout(() => 0, 20000); console.log("up")'
    const child = spawn(process.execPath, [tool, process.execPath, '-e', message])
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    while (!output.includes('up')) await sleep(20)
    child.kill('SIGTERM')
    const code = await new Promise((settle) => child.once('close', settle))
    expect({ code, output }).toEqual({ code: 4, output: 'up\nin order\n' })
  })
})
