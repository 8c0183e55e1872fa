// An X server of a test's own, out of sight.
import { spawn } from 'node:child_process'

/** The display's name; one that is not there where this machine has no Xvfb. */
export async function openDisplay(): Promise<{ name: string; end: () => void }> {
  const args = ['-displayfd', '3', '-screen', '0', '800x600x24', '-nolisten', 'tcp']
  const server = spawn('Xvfb', args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
  const number = await new Promise<string>((settle) => {
    server.once('error', () => settle('4711'))
    server.stdio[3]?.once('data', (text: Buffer) => settle(text.toString().trim()))
  })
  return { name: `:${number}`, end: () => void server.kill() }
}
