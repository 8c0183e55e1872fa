// The folder that every killed opening begins with: a ledger with final requests, one whose outcome
// is unknown and one copy that knows only some of them.
import { cpSync, mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Desk } from '../../../src/main/desk/base/desk.ts'
import { sandboxId } from '../../../src/main/composition/sandbox-connection.ts'
import { type Sandbox, startSandbox } from '../../../src/sandbox/start.ts'
import { openDeskAt } from '../faults/fixture.ts'
import { must } from '../faults/must.ts'
import { type Ledger, readLedger, type Row } from '../faults/oracle/ledger.ts'
import { openGate } from '../restores/gate.ts'
import { refund } from '../restores/story.ts'
import { fileVault } from './file-vault.ts'

export interface Laid {
  home: string
  folder: string
  vaultFile: string
  /** Name of the copy under backups/. */
  copy: string
  /** The requests of the ledger, and those that the copy knows. */
  rows: readonly Row[]
  knownToCopy: readonly Row[]
  /** Of the ledger: how many entries, and the chain at the last. */
  log: Pick<Ledger, 'entries' | 'head'>
  sandbox: Sandbox
}

/** `entries`: so many make a copy and a restore take long enough to be met. */
export async function layLedger({ entries = 1_500, under = tmpdir() } = {}): Promise<Laid> {
  const home = mkdtempSync(join(under, 'paydesk-kill-during-'))
  const folder = join(home, 'laid')
  const vaultFile = join(home, 'keychain.json')
  mkdirSync(folder, { mode: 0o700 })
  const sandbox = await startSandbox({ processingMs: 10, seedDays: 0 })
  const gate = await openGate(sandbox.baseUrl, () => undefined)
  const [first, second] = sandbox
    .trainingOrders()
    .filter(({ about }) => /5000\.00 EUR|paid sale of 120\.00 EUR/.test(about))
  if (first === undefined || second === undefined) throw new Error('no training orders to refund')
  const open = async (isCopied: boolean) => {
    const opened = must(
      await openDeskAt({
        ...{ folder, baseUrl: gate.baseUrl, sandbox, vault: fileVault(vaultFile) },
        clock: Date.now,
        ...(isCopied ? { backupTiming: { firstAfterMs: 10, lookEveryMs: 3_600_000 } } : {}),
      }),
    )
    const money = { undoMs: 0 }
    must(await opened.desk['connection:set-money']({ connectionId: sandboxId, money }))
    return opened
  }
  const back = async (
    desk: Awaited<ReturnType<typeof open>>,
    order: typeof first,
    name: string,
  ) => {
    must(await refund(desk, { connectionId: sandboxId, order, name }))
    sandbox.advance(60_000)
    await desk.desk['order:check']({ connectionId: sandboxId, orderid: order.orderid })
  }

  const earlier = await open(false)
  for (let n = 0; n < 3; n += 1) await back(earlier, first, `early ${n}`)
  for (let n = 0; n < entries; n += 1)
    must(
      await earlier.desk['connection:set-money']({
        connectionId: sandboxId,
        money: { undoMs: n % 2 },
      }),
    )
  await earlier.close()
  const later = await open(true)
  const copy = await firstCopy(later.desk)
  const knownToCopy = readLedger(join(folder, 'backups', copy)).rows
  for (let n = 0; n < 2; n += 1) await back(later, first, `late ${n}`)
  gate.next = 'kept-back'
  await refund(later, { connectionId: sandboxId, order: second, name: 'unknown' })
  await later.close()
  await gate.close()

  const readable = join(home, 'readable')
  cpSync(folder, readable, { recursive: true })
  const { rows, ...log } = readLedger(join(readable, 'ledger.sqlite'))
  if (!rows.some(({ state }) => state === 'UNKNOWN')) throw new Error('nothing became unknown')
  return { home, folder, vaultFile, copy, rows, log, knownToCopy, sandbox }
}

async function firstCopy(desk: Desk): Promise<string> {
  for (let tries = 0; tries < 600; tries += 1) {
    const { copies } = must(await desk['copy:list']({}))
    const [made] = copies
    if (made !== undefined) return made.name
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error('no copy was made')
}
