// A main module for tests of the shell and its host: the real shell around a desk that answers from
// a table. Run by hosts/chromium/run.ts; PAYDESK_TEST_PAGES names the folder whose preload/ and
// renderer/ it shows.
import { ok } from '#shared/fault.ts'
import { randomBytes } from 'node:crypto'
import type { Desk } from '../../../src/main/desk/base/desk.ts'
import { openAppLog } from '../../../src/main/shell/log/app-log.ts'
import { incidentReference } from '../../../src/main/shell/log/incident.ts'
import { claimShell, openShell } from '../../../src/main/shell/shell.ts'
import { giveUp } from '../../../src/main/shell/system/dialogs.ts'
import { fakeDesk } from './fake-desk.ts'

// The story of a start as root, whoever tells it.
if (process.env['PAYDESK_TEST_ROOT'] === '1') process.getuid = () => 0

async function start(): Promise<void> {
  const shell = await openShell(process.env['PAYDESK_TEST_PAGES'] ?? '')
  const { note, report } = openAppLog(shell.folder, Date.now)
  const message = process.env['PAYDESK_TEST_STOP']
  if (message !== undefined) {
    const fault = { kind: 'denied', sent: 'no', reason: 'money-stopped', message: message } as const
    return shell.stop(fault)
  }
  shell.beforeEnd({
    unsent: () => null,
    hold: () => null,
    close: () => {
      process.stdout.write('closed in order\n')
      return Promise.resolve()
    },
  })
  const desk: Desk = {
    ...fakeDesk(),
    'clipboard:copy': async ({ text }) => {
      await shell.ports.copyText(text)
      shell.push({ topic: 'app', orderid: text })
      return { ok: true, value: null }
    },
  }
  const opened = Promise.resolve(ok(desk))
  await shell.show({
    desk: opened,
    newIncident: () => incidentReference(randomBytes),
    report,
    note,
  })
}

if (claimShell(process.env['PAYDESK_USER_DATA'])) start().catch(giveUp)
