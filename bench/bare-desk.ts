// A desk without a window for benchmarks: its own ledger in a folder, a keychain that is kept in
// memory, and nobody who is asked anything. The gateway is wherever its connections say.
import { join } from 'node:path'
import { ok, type Result } from '#shared/fault.ts'
import { assemble, type Assembled } from '../src/main/assemble.ts'
import type { ShellPorts } from '../src/main/desk/base/desk.ts'
import { probeCodes } from '../src/main/ledger/db/lock-file.ts'
import { createMemoryVault } from '../src/main/vault/memory.ts'
import type { Vault } from '../src/main/vault/vault.ts'
import type { Identity } from '../src/sandbox/start.ts'

const nothing = (): Promise<Result<null>> => Promise.resolve(ok(null))
const shell: ShellPorts = {
  ask: () => Promise.resolve('yes'),
  chooseExportFolder: nothing,
  showInFolder: () => Promise.resolve(true),
  chooseFolder: nothing,
  chooseToOpen: nothing,
  takeDropped: () => Promise.resolve({ ok: true, value: null }),
  chooseFile: nothing,
  printPage: () => Promise.reject(new Error('nothing is printed here')),
  copyText: () => Promise.resolve(),
  copiedText: () => Promise.resolve(''),
  protectContent: () => undefined,
  reload: () => Promise.resolve(),
  restart: () => undefined,
  showsProduction: () => undefined,
  followTheme: () => undefined,
  whenAway: () => undefined,
  notices: { show: () => undefined, withdraw: () => undefined, badge: () => undefined },
  saveText: nothing,
}

/** Money is sent only where the mark of the ledger is kept outside of it. */
function keychain(): Vault {
  const kept = createMemoryVault()
  return {
    ...{ kind: 'keychain', read: kept.read, write: kept.write, remove: kept.remove },
    probe: () => Promise.resolve({ state: 'ready', message: 'The keychain is open.' }),
  }
}

export const openBareDesk = (
  folder: string,
  { baseUrl, identity }: { baseUrl: string; identity: Identity },
): Promise<Result<Assembled>> =>
  assemble({
    folder,
    resourcesDir: join(import.meta.dirname, '../resources'),
    ...{ version: '0.0.0', host: 'bench', actor: 'anna', shell },
    openVault: () => Promise.resolve(keychain()),
    startSandbox: () =>
      Promise.resolve({
        ...{ baseUrl, identity, trainingOrders: [] },
        close: () => Promise.resolve(),
      }),
    probeLock: () => Promise.resolve(probeCodes.lockedOut),
    onChange: () => undefined,
    screenFailed: () => 'ABCD2345',
    report: (incident, error) => {
      throw new Error(incident, { cause: error })
    },
  })
