// Starts a desk of its own process that refunds `amount` of an order, and kills it as soon as
// `isTime` says so.
import { type ChildProcess, spawn } from 'node:child_process'
import type { Sandbox } from '../../src/sandbox/start.ts'
import { handleOf } from './story.ts'

export async function killDesk(options: {
  folder: string
  sandbox: Sandbox
  orderid: string
  amount: string
  isTime: (said: string) => boolean
  onStart?: (child: ChildProcess) => void
}): Promise<void> {
  const { folder, sandbox, orderid, amount, isTime } = options
  const { close: _close, ...handle } = handleOf(sandbox)
  const program = new URL('desk-process.ts', import.meta.url).pathname
  const running = spawn(
    process.execPath,
    [program, JSON.stringify({ folder, sandbox: handle, orderid, amount })],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  options.onStart?.(running)
  let said = ''
  let complaints = ''
  running.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  running.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()))
  const gone = new Promise<void>((resolve) => running.once('exit', () => resolve()))
  for (let tries = 0; !isTime(said); tries += 1) {
    if (tries > 2_000 || running.exitCode !== null)
      throw new Error(`too late: ${said}${complaints}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  running.kill('SIGKILL')
  await gone
}
