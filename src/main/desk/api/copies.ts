// Copies of the ledger on this computer: which there are, and the wish that one of them takes its
// place at the next start. Nothing is replaced while the ledger is open (ledger/copies/restore.ts).
import type { AuditKind } from '#shared/audit/audit-kinds.ts'
import type { CopyOutput, CopyReport, CopyView } from '#shared/bridge/copies.ts'
import { fileTrouble } from '#shared/desktop/file-trouble.ts'
import { fail, inputFault, ok, type Result } from '#shared/fault.ts'
import { say } from '#shared/message.ts'
import { quoted } from '#shared/names/unseen.ts'
import { askOutside, type OutsideParts } from '../base/ask-outside.ts'
import type { Desk, ShellPorts } from '../base/desk.ts'
import { copyGone, notPossible } from '../base/faults.ts'

export interface CopyParts extends OutsideParts {
  shell: Pick<ShellPorts, 'ask' | 'chooseFolder'>
  folder: string
  copies: () => CopyView[]
  /** Name of the copy that was asked for, or null. */
  asked: () => string | null
  /** Null takes the wish back. */
  ask: (name: string | null) => void
  onChange: () => void
  /** Where work goes on, or null. */
  moved: () => string | null
  second: {
    chosen(): string | null
    place(): string | null
    /** Whether a folder is, or lies in, the one of the records. */
    isWithin(folder: string): boolean
    copies(): CopyView[]
    /** Why no copy is kept there, or null. */
    failed(): string | null
    choose(folder: string | null): void
    /** Makes a copy there now if one is due. */
    look(): Promise<void>
  }
}

const secondIn = ({ second }: CopyParts): CopyReport['second'] => {
  const folder = second.place()
  return folder === null ? null : { folder, copies: second.copies(), fault: second.failed() }
}

export function createCopyMethods(parts: CopyParts): Pick<Desk, keyof CopyOutput> {
  const report = (): CopyReport => ({
    copies: parts.copies(),
    folder: parts.folder,
    asked: parts.asked(),
    second: secondIn(parts),
  })
  const change = (name: string | null, kind: AuditKind, copy: string): void => {
    parts.ask(name)
    parts.note({
      actor: parts.actor(),
      kind,
      outcome: 'ok',
      origin: 'operator',
      subject: 'ledger',
      details: { copy },
    })
    parts.onChange()
  }
  /** The question stood open, and the desk moved meanwhile. */
  const movedFault = (): Result<never> | null => {
    const moved = parts.moved()
    return moved === null ? null : fail(notPossible(moved))
  }
  return {
    'copy:list': () => Promise.resolve(ok(report())),
    'copy:restore': async ({ name }) => {
      // Only what is in the list: a name is no path.
      const isThere = (): boolean => parts.copies().some((copy) => copy.name === name)
      if (!isThere()) return fail(copyGone)
      // MONEY: an older ledger knows neither what was sent since nor the keys entered since, and a
      // key that it does not know is replaced without a question.
      const asked = await askOutside(parts, 'ledger', {
        message: say('ledger.restore-question', { name: quoted(name) }),
        detail: [say('ledger.restore-loses')],
        action: say('ledger.replace-the-ledger-button'),
      })
      if (!asked.ok) return asked
      const moved = movedFault()
      if (moved !== null) return moved
      // The question stood open: older copies give way to newer ones.
      if (!isThere()) return fail(copyGone)
      change(name, 'ledger:restore-asked', name)
      return ok(report())
    },
    'copy:choose-second-folder': async () => {
      const chosen = await parts.shell.chooseFolder({ title: say('ledger.second-folder-title') })
      if (!chosen.ok || chosen.value === null) return chosen.ok ? ok(report()) : chosen
      const moved = movedFault()
      if (moved !== null) return moved
      if (parts.second.isWithin(chosen.value))
        return fail(inputFault('folder', say('ledger.second-folder-is-the-first')))
      try {
        parts.second.choose(chosen.value)
      } catch (error) {
        const values = { folder: quoted(chosen.value), why: fileTrouble(error) }
        return fail(inputFault('folder', say('ledger.second-folder-not-writable', values)))
      }
      await parts.second.look()
      parts.onChange()
      return ok(report())
    },
    'copy:end-second-folder': async () => {
      if (parts.second.chosen() !== null) parts.second.choose(null)
      await parts.second.look()
      parts.onChange()
      return ok(report())
    },
    'copy:keep-ledger': () => {
      const asked = parts.asked()
      if (asked !== null) change(null, 'ledger:restore-withdrawn', asked)
      return Promise.resolve(ok(report()))
    },
  }
}
