// Proves from the operating system's side that an attempt is on disk before its socket opens: a
// real desk under strace. node test/campaigns/fsync-proof.ts [--sync extra|normal|off]: the last
// two show that the proof fails when it should. Exits 1 unless proved.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSandbox } from '../../src/sandbox/start.ts'
import { type Proof, proofOf } from './fsync-proof/trace.ts'
import { campaign } from './runner/campaign.ts'
import { ended, startProgram } from './runner/programs.ts'

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
    const command = [...flags, process.execPath, program, JSON.stringify(task)]
    await ended(startProgram(['strace', ...command]), 'the traced desk')
    return proofOf(readFileSync(trace, 'utf8'), 'POST /paynet/api/v2/return/')
  } finally {
    await sandbox.close()
    rmSync(home, { recursive: true, force: true })
  }
}

if (import.meta.main)
  await campaign({
    options: { sync: 'extra' },
    run: async ({ sync: asked, say }) => {
      const sync = (['extra', 'normal', 'off'] as const).find((mode) => mode === asked)
      if (sync === undefined) throw new Error('--sync is extra, normal or off')
      const { calls, ...proof } = await proveSync(sync)
      calls.forEach(say)
      return { sync, ...proof }
    },
    isGood: ({ isProved }) => isProved,
  })
