// The composition root: Electron's shell, then the desk, then the window. Wiring only; every
// decision is made in a room below.
import './composition/own-files-only.ts'
import './composition/own-environment.ts'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { fail, type Fault, ok, type Result } from '#shared/fault.ts'
import type { Assembled, AssembleOptions } from './assemble.ts'
import { countPhases } from './shell/log/phases.ts'
import { factsOf, openAppLog } from './shell/log/app-log.ts'
import { incidentReference } from './shell/log/incident.ts'
import { claimShell, openShell } from './shell/shell.ts'
import { giveUp, giveUpRunning } from './shell/system/dialogs.ts'
import { endOnUncaught } from './shell/uncaught.ts'

const here = import.meta.dirname
const builtEntry = (name: string): URL => new URL(`./${name}.js`, import.meta.url)
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
    .then(() => import('./open-desk.ts'))
    .then(({ openDesk }) =>
      openDesk({
        ...{ shell, built: here, entry: builtEntry, host: hostName() },
        ...{ note, report, screenFailed, reached: phases.reached },
      }),
    )
    .catch(complain)
  let waiting: Pick<Assembled, 'hold' | 'unsent'> | null = null
  shell.beforeEnd({
    unsent: () => waiting?.unsent() ?? null,
    hold: () => waiting?.hold() ?? null,
    close: async () => {
      const opened = await opening
      if (opened.ok) await opened.value.close().finally(() => note('closed'))
    },
  })
  const desk = opening.then((opened) => {
    if (opened.ok) waiting = opened.value
    if (opened.ok) note('opened', phases.soFar())
    else note('stopped', factsOf(opened.fault))
    return opened.ok ? ok(opened.value.desk) : opened
  })
  // Until the desk is open the page says that it is being read: its calls wait.
  const shown = shell.show({ desk, newIncident, report, note }).then(() => ok(null), complain)
  const failed = [await desk, await shown].find((one) => !one.ok)
  if (failed !== undefined && !failed.ok) await shell.stop(failed.fault)
}

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
try {
  if (claimShell(process.env['PAYDESK_USER_DATA'])) start().catch(giveUp)
} catch (error) {
  // A folder that can't be made or kept to this person, before there is a window to say so.
  giveUp(error)
}
