// The composition root: Electron's shell, then the desk, then the window. Wiring only; every
// decision is made in a room below.
import './composition/own-files-only.ts'
import './composition/own-environment.ts'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { fail, type Fault, ok, type Result } from '#shared/fault.ts'
import { assemble, type Assembled, type AssembleOptions } from './composition/assemble.ts'
import { createForgetter, zeroingCollector } from './composition/forget.ts'
import { countPhases } from './shell/log/phases.ts'
import type { UpdateOptions } from './composition/updates/wire-updates.ts'
import { startSandboxThread } from './composition/sandbox-thread.ts'
import { type AppLog, factsOf, openAppLog } from './shell/log/app-log.ts'
import { incidentReference } from './shell/log/incident.ts'
import { claimShell, openShell, type Shell } from './shell/shell.ts'
import { giveUp, giveUpRunning } from './shell/system/dialogs.ts'
import { endOnUncaught } from './shell/uncaught.ts'
import { openVault } from './vault/open.ts'

const here = import.meta.dirname
const newIncident = (): string => incidentReference(randomBytes)

async function start(): Promise<void> {
  const loadedMs = Math.round(performance.now())
  const shell = await openShell(join(here, '..'))
  const { note, report } = openAppLog(shell.folder, Date.now)
  const { version, isPackaged } = shell
  note('started', {
    ...{ version, isPackaged, host: hostName(), node: process.versions.node, loadedMs },
  })
  endOnUncaught(process, { newIncident, report, end: giveUpRunning })
  const complain = (error: unknown): Result<never> => {
    const incident = newIncident()
    report(incident, error)
    return fail(bugAtStart(incident))
  }
  const screenFailed: AssembleOptions['screenFailed'] = (failure) => {
    const incident = newIncident()
    note('screen failed', { incident, ...failure })
    return incident
  }
  const phases = countPhases(() => performance.now())
  // The window first: what shows it starts beside this process while the desk is opened.
  const opening = setImmediate()
    .then(() => openDesk(shell, { note, report, reached: phases.reached, screenFailed }))
    .catch(complain)
  let hold: Assembled['hold'] | null = null
  shell.beforeEnd({
    hold: () => hold?.() ?? null,
    close: async () => {
      const opened = await opening
      if (opened.ok) await opened.value.close().finally(() => note('closed'))
    },
  })
  const desk = opening.then((opened) => {
    if (opened.ok) hold = opened.value.hold
    if (opened.ok) note('opened', phases.soFar())
    else note('stopped', factsOf(opened.fault))
    return opened.ok ? ok(opened.value.desk) : opened
  })
  // Until the desk is open the page says that it is being read: its calls wait.
  const shown = shell.show({ desk, newIncident, report, note }).then(() => ok(null), complain)
  const failed = [await desk, await shown].find((one) => !one.ok)
  if (failed !== undefined && !failed.ok) await shell.stop(failed.fault)
}

const openDesk = (
  shell: Shell,
  {
    note,
    ...told
  }: Pick<AssembleOptions, 'report' | 'reached' | 'screenFailed'> & Pick<AppLog, 'note'>,
): ReturnType<typeof assemble> =>
  assemble({
    folder: shell.folder,
    migrationsDir: join(here, 'migrations'),
    resourcesDir: resourcesOf(shell),
    version: shell.version,
    host: hostName(),
    actor: userInfo().username,
    isRoot: shell.isRoot,
    openVault: (hasSecrets) => openVault({ profile: profileOf(shell.folder), hasSecrets }),
    startSandbox: (dbFile) => startSandboxThread(builtEntry('sandbox-worker'), dbFile),
    probeLock: (lockFile) => shell.runAside(join(here, 'lock-probe.js'), [lockFile]),
    readerEntry: builtEntry('reader-worker'),
    lookEntry: builtEntry('look-worker'),
    shell: shell.ports,
    updates: updatesOf(resourcesOf(shell), shell.isPackaged),
    onChange: shell.push,
    onSlow: (sql, ms) => note('slow statement', { ms: Math.round(ms), sql }),
    forget: createForgetter(zeroingCollector()),
    ...told,
  })

const builtEntry = (name: string): URL => new URL(`./${name}.js`, import.meta.url)

const resourcesOf = ({ isPackaged }: Shell): string =>
  isPackaged ? process.resourcesPath : join(here, '../../../resources')

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
