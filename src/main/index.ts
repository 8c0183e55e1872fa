// The composition root: Electron's shell, then the desk, then the window. Wiring only; every
// decision is made in a room below.
import './composition/own-files-only.ts'
import './composition/own-environment.ts'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import type { Fault } from '#shared/fault.ts'
import { assemble } from './composition/assemble.ts'
import { createForgetter, zeroingCollector } from './composition/forget.ts'
import type { UpdateOptions } from './composition/updates/wire-updates.ts'
import { startSandboxThread } from './composition/sandbox-thread.ts'
import { factsOf, openAppLog } from './shell/log/app-log.ts'
import { incidentReference } from './shell/log/incident.ts'
import { claimShell, giveUp, giveUpRunning, openShell } from './shell/shell.ts'
import { endOnUncaught } from './shell/uncaught.ts'
import { openVault } from './vault/open.ts'

const here = import.meta.dirname
const newIncident = (): string => incidentReference(randomBytes)

async function start(): Promise<void> {
  const shell = await openShell(join(here, '..'))
  const { note, report } = openAppLog(shell.folder, Date.now)
  const startedAt = performance.now()
  const { version, isPackaged, isRoot } = shell
  const resourcesDir = isPackaged ? process.resourcesPath : join(here, '../../../resources')
  note('started', { version, isPackaged, host: hostName(), node: process.versions.node })
  endOnUncaught(process, { newIncident, report, end: giveUpRunning })
  try {
    const assembled = await assemble({
      folder: shell.folder,
      migrationsDir: join(here, 'migrations'),
      resourcesDir,
      version,
      host: hostName(),
      actor: userInfo().username,
      isRoot,
      openVault: (hasSecrets) => openVault({ profile: profileOf(shell.folder), hasSecrets }),
      startSandbox: (dbFile) =>
        startSandboxThread(new URL('./sandbox-worker.js', import.meta.url), dbFile),
      probeLock: (lockFile) => shell.runAside(join(here, 'lock-probe.js'), [lockFile]),
      readerEntry: new URL('./reader-worker.js', import.meta.url),
      shell: shell.ports,
      updates: updatesOf(resourcesDir, isPackaged),
      onChange: shell.push,
      report,
      onSlow: (sql, ms) => note('slow statement', { ms: Math.round(ms), sql }),
      forget: createForgetter(zeroingCollector()),
    })
    if (!assembled.ok) {
      note('stopped', factsOf(assembled.fault))
      return await shell.stop(assembled.fault)
    }
    note('opened', { ms: Math.round(performance.now() - startedAt) })
    shell.beforeEnd(() => assembled.value.close().finally(() => note('closed')))
    await shell.show({ desk: assembled.value.desk, newIncident, report, note })
  } catch (error) {
    const incident = newIncident()
    report(incident, error)
    await shell.stop(bugAtStart(incident))
  }
}

/** An unpackaged program may bring keys of its own, to try updates with. */
function updatesOf(resourcesDir: string, isPackaged: boolean): UpdateOptions {
  const { PAYDESK_UPDATE_KEYS: tried, APPIMAGE: appImage } = process.env
  const file = (isPackaged ? undefined : tried) ?? join(resourcesDir, 'update-keys.json')
  return {
    keys: existsSync(file) ? readFileSync(file, 'utf8') : null,
    mayBeLoopback: !isPackaged,
    ...(appImage === undefined ? {} : { appImage }),
  }
}

/** Two user data folders on one computer never share a secret. */
const profileOf = (folder: string): string =>
  createHash('sha256').update(folder).digest('hex').slice(0, 16)

const bugAtStart = (incident: string): Fault => ({
  kind: 'bug',
  sent: 'maybe',
  message: 'Something went wrong inside Paydesk while it was starting.',
  incident,
})

/** The program that shows the window, for people to read. */
function hostName(): string {
  const versions: Partial<Record<string, string>> = process.versions
  const electron = versions['electron']
  return electron === undefined ? 'Chromium host' : `Electron ${electron}`
}

// Not awaited: Electron becomes ready only after this module has been evaluated.
if (claimShell(process.env['PAYDESK_USER_DATA'])) start().catch(giveUp)
