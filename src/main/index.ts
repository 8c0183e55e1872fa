// The composition root: Electron's shell, then the desk, then the window. Wiring only; every decision is made in a room below.
import './own-files-only.ts'
import './own-environment.ts'
import { createHash, randomBytes } from 'node:crypto'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import type { Fault } from '#shared/fault.ts'
import { assemble } from './assemble.ts'
import { createForgetter, zeroingCollector } from './forget.ts'
import { startSandboxThread } from './sandbox-thread.ts'
import { incidentReference, incidentReporter } from './shell/incident.ts'
import { claimShell, giveUp, giveUpRunning, openShell } from './shell/shell.ts'
import { endOnUncaught } from './shell/uncaught.ts'
import { openVault } from './vault/open.ts'

const here = import.meta.dirname
const newIncident = (): string => incidentReference(randomBytes)

async function start(): Promise<void> {
  const shell = await openShell(join(here, '..'))
  const report = incidentReporter(shell.folder, Date.now)
  endOnUncaught(process, { newIncident, report, end: giveUpRunning })
  try {
    const assembled = await assemble({
      folder: shell.folder,
      migrationsDir: join(here, 'migrations'),
      resourcesDir: shell.isPackaged ? process.resourcesPath : join(here, '../../../resources'),
      version: shell.version,
      host: hostName(),
      actor: userInfo().username,
      isRoot: shell.isRoot,
      openVault: (hasSecrets) => openVault({ profile: profileOf(shell.folder), hasSecrets }),
      startSandbox: (dbFile) =>
        startSandboxThread(new URL('./sandbox-worker.js', import.meta.url), dbFile),
      probeLock: (lockFile) => shell.runAside(join(here, 'lock-probe.js'), [lockFile]),
      readerEntry: new URL('./reader-worker.js', import.meta.url),
      shell: shell.ports,
      onChange: shell.push,
      report,
      forget: createForgetter(zeroingCollector()),
    })
    if (!assembled.ok) return await shell.stop(assembled.fault)
    shell.beforeEnd(assembled.value.close)
    await shell.show({ desk: assembled.value.desk, newIncident, report })
  } catch (error) {
    const incident = newIncident()
    report(incident, error)
    await shell.stop(bugAtStart(incident))
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
