// Wires the copies that are taken of the ledger each day, in its own folder and in a second one,
// and the wish to go back to one of them. Called by wire-desk.ts. It holds no rule of its own; it
// only connects.
import { realpathSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { say } from '#shared/message.ts'
import { createCopyMethods } from '../../desk/api/copies.ts'
import type { Desk, ShellPorts } from '../../desk/base/desk.ts'
import type { CopyOutput, CopyView } from '#shared/bridge/copies.ts'
import { movedMessage } from '../../desk/moving/moved-message.ts'
import {
  type BackupReport,
  type BackupTiming,
  copiesIn,
  startBackups,
} from '../../ledger/copies/backup.ts'
import { openSecondFolder } from '../../ledger/settings/second-folder.ts'
import { byPaydesk, type WiredLedger } from '../wire-ledger.ts'
import type { WiredPayments } from '../wire-payments.ts'

interface WiredCopies {
  methods: Pick<Desk, keyof CopyOutput>
  /** Why the daily copy could not be made, or null. */
  fault: () => string | null
  /** The same of the second folder. */
  secondFault: () => string | null
  restoreAsked: () => string | null
  stop: () => void
}

export function wireCopies(parts: {
  options: { folder: string; actor: string; backupTiming?: BackupTiming; shell: ShellPorts }
  ledger: WiredLedger
  payments: WiredPayments
}): WiredCopies {
  const { options, ledger } = parts
  const { opened, note, onChange } = ledger
  const { restore } = opened
  const { actor } = parts.payments.ports
  const folder = join(options.folder, 'backups')
  const told = (): void => onChange({ topic: 'app' })
  const second = openSecondFolder(ledger.db, { logId: ledger.audit.logId, actor, note })
  const restoreAsked = (): string | null => {
    const asked = restore.asked()
    return asked === null ? null : basename(asked.copy)
  }
  const backups = daily(parts, { folder: () => folder })
  // Where work goes on, copies of the same log are made: those of this computer would take their
  // place among the kept ones.
  const place = (): string | null => (ledger.moved() === null ? second.place() : null)
  const secondBackups = daily(parts, {
    ...{ folder: place, missing: second.fault, onFound: told, isSecond: true },
  })
  const secondFault = (): string | null => {
    const [why, gone] = [secondBackups.fault(), second.fault()]
    if (why === null || gone !== null) return gone
    return say('ledger.second-folder-failed', { folder: second.place() ?? '', why })
  }
  const methods = createCopyMethods({
    ...{ actor, note, folder, shell: options.shell, asked: restoreAsked, onChange: told },
    copies: () => listed(folder),
    moved: () => movedMessage(ledger.moved()),
    ask: (name) => restore.ask(name === null ? null : { copy: join(folder, name), by: actor() }),
    second: {
      ...second,
      isWithin: (chosen) => isWithin(chosen, folder),
      copies: () => (second.fault() === null ? listed(second.place() ?? '') : []),
      look: secondBackups.look,
      failed: secondFault,
    },
  })
  return {
    ...{ methods, restoreAsked, fault: backups.fault, secondFault },
    stop: () => {
      backups.stop()
      secondBackups.stop()
    },
  }
}

/** Where it lies, whatever links lead there; as it is written where nothing is there. */
function realPlace(folder: string): string {
  try {
    return realpathSync.native(folder)
  } catch {
    return folder
  }
}

/** Whether a folder is, or lies in, the one of the records. */
const isWithin = (chosen: string, copies: string): boolean => {
  const [folder, records] = [realPlace(chosen), realPlace(dirname(copies))]
  return folder === records || folder.startsWith(`${records}/`) || folder.startsWith(`${records}\\`)
}

/** One folder that can't be read takes nothing from the other one: its state says why. */
function listed(folder: string): CopyView[] {
  try {
    return copiesIn(folder)
  } catch {
    return []
  }
}

function daily(
  { options, ledger, payments }: Parameters<typeof wireCopies>[0],
  of: Pick<Parameters<typeof startBackups>[0], 'folder' | 'missing' | 'onFound'> & {
    isSecond?: true
  },
): ReturnType<typeof startBackups> {
  const { seal, note, readers, onChange } = ledger
  const { isSecond, ...where } = of
  return startBackups({
    ...where,
    ...{ clock: payments.ports.clock, report: payments.ports.report },
    timing: options.backupTiming,
    run: (at): Promise<BackupReport> => {
      // A copy of a log whose key is away is as good as that log.
      const { isKeyAway: _isKeyAway, ...evidence } = seal.evidence()
      return readers.long.run('backup', { folder: where.folder() ?? '', at, evidence })
    },
    onDone: (made) => {
      note({
        ...byPaydesk('ledger:backup', options.actor),
        outcome: 'failure' in made ? 'failed' : 'ok',
        subject: 'ledger',
        details: { ...made, ...(isSecond && { isSecond, folder: where.folder() }) },
      })
      // From now on the copy is an old one.
      seal.maybe('backup')
      onChange({ topic: 'app' })
    },
  })
}
