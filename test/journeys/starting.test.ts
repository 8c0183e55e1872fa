// How a desk starts: what runs side by side, and what must not begin before something else is
// known.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { afterEach, describe, expect, it } from 'vitest'
import { assemble } from '../../src/main/assemble.ts'
import type { Phase } from '../../src/main/shell/log/phases.ts'
import { probeCodes } from '../../src/main/ledger/db/lock-file.ts'
import { createMemoryVault } from '../../src/main/vault/memory.ts'
import { startSandbox } from '../../src/sandbox/start.ts'
import { quietShell } from '../fakes/shell/quiet-shell.ts'
import { handleOf } from './story.ts'

const top = join(import.meta.dirname, '../..')
const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})
const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'paydesk-starting-'))
  folders.push(folder)
  return folder
}

/** A start on a folder, and what it did in which order. */
function start(folder: string) {
  const order: (Phase | 'sandbox asked for' | 'sandbox closed' | 'keychain asked')[] = []
  const opening = assemble({
    folder,
    resourcesDir: join(top, 'resources'),
    version: '0.0.0-test',
    host: 'test',
    actor: 'anna',
    openVault: () => {
      order.push('keychain asked')
      return Promise.resolve(createMemoryVault())
    },
    startSandbox: async (dbFile) => {
      order.push('sandbox asked for')
      const sandbox = await startSandbox({ db: dbFile })
      const close = (): Promise<void> => {
        order.push('sandbox closed')
        return sandbox.close()
      }
      return { ...handleOf(sandbox), close }
    },
    probeLock: () => Promise.resolve(probeCodes.lockedOut),
    lookEntry: new URL('../../src/main/ledger/worker/look-worker.ts', import.meta.url),
    shell: { ...quietShell, ask: () => Promise.resolve('no') },
    onChange: () => undefined,
    screenFailed: () => 'ABCD2345',
    report: () => undefined,
    reached: (phase) => order.push(phase),
  })
  return { opening, order }
}

describe('a start', () => {
  it('starts the practice while the pages are looked at, and reads nothing before', async () => {
    const { opening, order } = start(newFolder())
    const opened = await opening
    expect(order.slice(0, 2)).toEqual(['held', 'sandbox asked for'])
    const steps = order.filter((step) => step !== 'sandbox asked for')
    expect(steps).toEqual([
      ...['held', 'looked', 'ledger', 'keychain asked', 'keys', 'sandbox', 'practice'],
    ])
    if (opened.ok) await opened.value.close()
    expect(order.at(-1)).toBe('sandbox closed')
  })

  it('starts no practice on a ledger that another Paydesk holds', async () => {
    const folder = newFolder()
    const first = await start(folder).opening
    const second = start(folder)
    expect(await second.opening).toMatchObject({ ok: false, fault: { kind: 'denied' } })
    expect(second.order).toEqual([])
    if (first.ok) await first.value.close()
  })

  it('ends the practice again when the ledger can’t be opened', async () => {
    const folder = newFolder()
    new BetterSqlite3(join(folder, 'ledger.sqlite')).exec('CREATE TABLE t (a)').close()
    const { opening, order } = start(folder)
    expect(await opening).toMatchObject({ ok: false, fault: { kind: 'denied' } })
    expect(order).toEqual(['held', 'sandbox asked for', 'looked', 'sandbox closed'])
  })
})
