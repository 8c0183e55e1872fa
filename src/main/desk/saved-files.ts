// Remembers where each saving method has written last, so that the file can be shown in its folder.
// The path is the one that main was given by the system's own dialog; the page never names one.
import { say } from '#shared/message.ts'
import type { SavedOutput, SavingMethod } from '#shared/desktop/saved-files.ts'
import { fail, inputFault, ok, type Result } from '#shared/fault.ts'
import type { Desk, ShellPorts } from './base/desk.ts'

type Saving = Pick<Desk, SavingMethod>

/** The same methods, and the one that shows what they saved. */
export function showsSaved(
  methods: Saving,
  shell: Pick<ShellPorts, 'showInFolder'>,
): Saving & Pick<Desk, keyof SavedOutput> {
  const paths = new Map<SavingMethod, string>()
  const noting =
    <Asked, Saved>(
      by: SavingMethod,
      save: (input: Asked) => Promise<Result<Saved | null>>,
      pathOf: (saved: Saved) => string,
    ) =>
    async (input: Asked): Promise<Result<Saved | null>> => {
      const saved = await save(input)
      if (saved.ok && saved.value !== null) paths.set(by, pathOf(saved.value))
      return saved
    }
  return {
    'audit:export': noting('audit:export', methods['audit:export'], ({ folder }) => folder),
    'order:export': noting('order:export', methods['order:export'], ({ file }) => file),
    'register:export': noting('register:export', methods['register:export'], ({ file }) => file),
    'list:save': noting('list:save', methods['list:save'], ({ file }) => file),
    'receipt:save': noting('receipt:save', methods['receipt:save'], ({ file }) => file),
    'report:save': noting('report:save', methods['report:save'], ({ file }) => file),
    'order:evidence': noting('order:evidence', methods['order:evidence'], ({ file }) => file),
    'look-ups:save': noting('look-ups:save', methods['look-ups:save'], ({ file }) => file),
    'run:save': noting('run:save', methods['run:save'], ({ file }) => file),
    'run:evidence': noting('run:evidence', methods['run:evidence'], ({ file }) => file),
    'reconcile:save': noting('reconcile:save', methods['reconcile:save'], ({ file }) => file),
    'shop:save': noting('shop:save', methods['shop:save'], ({ file }) => file),
    'diagnostics:save': noting('diagnostics:save', methods['diagnostics:save'], ({ file }) => file),
    'key:save-public': noting('key:save-public', methods['key:save-public'], ({ path }) => path),
    'set-up:save': noting('set-up:save', methods['set-up:save'], ({ file }) => file),
    'move:save': noting('move:save', methods['move:save'], ({ file }) => file),
    'approval-file:save': noting(
      'approval-file:save',
      methods['approval-file:save'],
      ({ file }) => file,
    ),
    'approval-file:save-signed': noting(
      'approval-file:save-signed',
      methods['approval-file:save-signed'],
      ({ file }) => file,
    ),

    'saved:show': async ({ by }) => {
      const path = paths.get(by)
      return path !== undefined && (await shell.showInFolder(path))
        ? ok(null)
        : fail(inputFault('file', say('program.file-gone')))
    },
  }
}
