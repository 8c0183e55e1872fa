// Proves from the operating system's side that an attempt is on disk before its socket opens: a
// real desk under strace. node test/campaigns/fsync-proof.ts [--sync extra|normal|off]: the last
// two show that the proof fails when it should. Exits 1 unless proved.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startSandbox } from '../../src/sandbox/start.ts'
import { type Proof, proofOf } from './fsync-proof/trace.ts'

export type Sync = 'extra' | 'normal' | 'off'

const program = join(import.meta.dirname, 'fsync-proof/desk.ts')
const watched = 'pwrite64,pwritev,write,writev,sendto,sendmsg,connect,fdatasync,fsync'

export async function proveSync(sync: Sync): Promise<Proof> {
  const home = mkdtempSync(join(tmpdir(), 'paydesk-fsync-'))
  const sandbox = await startSandbox({ processingMs: 30, seedDays: 0 })
  try {
    const trace = join(home, 'trace')
    const task = {
      folder: join(home, 'desk'),
      baseUrl: sandbox.baseUrl,
      identity: sandbox.identity,
      orders: sandbox.trainingOrders(),
      seed: 1,
      sync,
    }
    // A page of the log in full: the words of the row stand somewhere in it.
    const flags = ['-f', '-y', '-s', '4200', '-e', `trace=${watched}`, '-o', trace]
    await runTraced([...flags, process.execPath, program, JSON.stringify(task)])
    return proofOf(readFileSync(trace, 'utf8'), 'POST /paynet/api/v2/return/')
  } finally {
    await sandbox.close()
    rmSync(home, { recursive: true, force: true })
  }
}

function runTraced(args: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn('strace', args, { stdio: ['ignore', 'ignore', 'pipe'] })
    let complaints = ''
    child.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()))
    child.once('error', (error) => reject(new Error(`strace can’t be run: ${error.message}`)))
    child.once('close', (code) =>
      code === 0
        ? resolve()
        : reject(new Error(`the traced desk ended with ${code}: ${complaints}`)),
    )
  })
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { sync: { type: 'string', default: 'extra' } } })
  const sync = (['extra', 'normal', 'off'] as const).find((mode) => mode === values.sync)
  if (sync === undefined) throw new Error('--sync is extra, normal or off')
  const proof = await proveSync(sync)
  for (const call of proof.calls) process.stdout.write(`${call}\n`)
  process.stdout.write(
    `${JSON.stringify({ sync, isProved: proof.isProved, message: proof.message })}\n`,
  )
  process.exitCode = proof.isProved ? 0 : 1
}
