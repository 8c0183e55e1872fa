// Puts a copy of the ledger in its place from a command line: npm run restore -- COPY [--folder
// USER-DATA]. The ledger of today is kept beside it. Paydesk must be closed. What the copy lacks is
// said here, and money is stopped at the next start.
import { formatMessage } from '#wording/format-messages.ts'
import { existsSync } from 'node:fs'
import { homedir, userInfo } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { openAudit } from '../src/main/ledger/audit/audit.ts'
import { compareHighWater } from '../src/main/ledger/audit/high-water.ts'
import { openLedger } from '../src/main/ledger/opening/open-ledger.ts'
import { createMemoryVault } from '../src/main/vault/memory.ts'

const clock = Date.now

/** Where Paydesk keeps a person's records when nothing else was said. */
function usualFolder(): string {
  const named = process.env['PAYDESK_USER_DATA']
  if (named !== undefined) return named
  const home = homedir()
  const places: Partial<Record<NodeJS.Platform, string>> = {
    darwin: join(home, 'Library/Application Support'),
    win32: process.env['APPDATA'] ?? join(home, 'AppData/Roaming'),
  }
  const place = places[process.platform] ?? process.env['XDG_CONFIG_HOME'] ?? join(home, '.config')
  return join(place, 'paydesk')
}

/** What was done, in sentences; a fault's words when nothing was. */
export async function restore(
  copy: string,
  folder: string,
): Promise<{ isDone: boolean; message: string[] }> {
  const file = join(folder, 'ledger.sqlite')
  if (!existsSync(copy)) return { isDone: false, message: [`There is no file ${copy}.`] }
  if (!existsSync(`${file}-lock`))
    return {
      isDone: false,
      message: [`There was never a ledger in ${folder}. Name it with --folder.`],
    }
  const asking = openLedger({ file, clock })
  if (!asking.ok) return { isDone: false, message: [formatMessage(asking.fault.message)] }
  asking.value.restore.ask({ copy, by: userInfo().username })
  asking.value.close()

  const opened = openLedger({ file, clock })
  if (!opened.ok) return { isDone: false, message: [formatMessage(opened.fault.message)] }
  const { db, witness, restored, findings } = opened.value
  const audit = openAudit(db, { clock, monotonic: () => performance.now() })
  // The keychain is asked at the next start; the lock file already knows what left.
  const lock = () => witness.read()
  const { state, message } = await compareHighWater(createMemoryVault(), audit, db, { lock })
  opened.value.close()
  return {
    isDone: restored !== null,
    message: [findings.at(-1)?.message ?? '', ...(state === 'rolled-back' ? [message] : [])].map(
      formatMessage,
    ),
  }
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { folder: { type: 'string' } },
  })
  const [copy] = positionals
  if (copy === undefined || positionals.length > 1) {
    process.stderr.write('Usage: npm run restore -- COPY [--folder USER-DATA]\n')
    process.exitCode = 2
  } else {
    const { isDone, message } = await restore(
      resolve(copy),
      resolve(values.folder ?? usualFolder()),
    )
    for (const line of message) process.stdout.write(`${line}\n`)
    if (isDone) process.stdout.write('Start Paydesk: money is stopped until a person goes on.\n')
    process.exitCode = isDone ? 0 : 1
  }
}
