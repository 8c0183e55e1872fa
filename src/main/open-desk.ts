// Opens the desk behind the window: its folder, the built threads beside main, the keychain, the
// updates. index.ts loads this file once the window was begun, so that the window never waits
// for it to be read.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import type { AppLog } from './shell/log/app-log.ts'
import type { Shell } from './shell/shell.ts'
import { openVault } from './vault/open.ts'
import { assemble, type AssembleOptions } from './assemble.ts'
import { createForgetter, zeroingCollector } from './composition/forget.ts'
import { startSandboxThread } from './composition/sandbox-thread.ts'
import type { UpdateOptions } from './composition/updates/wire-updates.ts'
import { builtInKeys } from './updates/built-in-keys.ts'

export interface OpeningParts
  extends
    Pick<AssembleOptions, 'host' | 'report' | 'reached' | 'screenFailed'>,
    Pick<AppLog, 'note'> {
  shell: Shell
  /** Where main was built to, with its look at locks. */
  built: string
  /** A module of a thread, as it was built. */
  entry: (name: string) => URL
}

/** Faults: as assemble(). */
export function openDesk(parts: OpeningParts): ReturnType<typeof assemble> {
  const { shell, built, entry, note, ...reported } = parts
  const resourcesDir = shell.isPackaged ? process.resourcesPath : join(built, '../../../resources')
  return assemble({
    folder: shell.folder,
    resourcesDir,
    version: shell.version,
    actor: userInfo().username,
    isRoot: shell.isRoot,
    openVault: (hasSecrets) => openVault({ profile: profileOf(shell.folder), hasSecrets }),
    startSandbox: (dbFile) => startSandboxThread(entry('sandbox-worker'), dbFile),
    probeLock: (lockFile) => shell.runAside(join(built, 'lock-probe.js'), [lockFile]),
    readerEntry: entry('reader-worker'),
    lookEntry: entry('look-worker'),
    fileEntry: entry('read-worker'),
    shell: shell.ports,
    updates: updatesOf(shell.isPackaged),
    onChange: shell.push,
    onSlow: (sql, ms) => note('slow statement', { ms: Math.round(ms), sql }),
    forget: createForgetter(zeroingCollector()),
    ...reported,
  })
}

/** An unpackaged program may be tried with other keys; no file gives a packaged one its keys. */
function updatesOf(isPackaged: boolean): UpdateOptions {
  const { PAYDESK_UPDATE_KEYS: tried, APPIMAGE: appImage } = process.env
  return {
    keys: isPackaged || tried === undefined ? builtInKeys : readFileSync(tried, 'utf8'),
    mayBeLoopback: !isPackaged,
    ...(appImage === undefined ? {} : { appImage }),
  }
}

/** Two user data folders on one computer never share a secret. */
const profileOf = (folder: string): string =>
  createHash('sha256').update(folder).digest('hex').slice(0, 16)
