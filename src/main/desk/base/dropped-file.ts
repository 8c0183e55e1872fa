// A file that was dropped is read only after a person said so in a box of the system: which file
// it is comes from the page, and the box says its name, its folder and what is done with it.
import { maskCardNumbers } from '#shared/cards/card-number.ts'
import { fail, inputFault, ok, type Result } from '#shared/fault.ts'
import { isNoRun, type ListUse } from '#shared/files/file-methods.ts'
import { say } from '#shared/message.ts'
import { quoted } from '#shared/names/unseen.ts'
import type { ShellPorts } from './desk.ts'

/** Its path; null when the person said no. Faults: input on `file`, denied/question-open. */
export async function droppedPath(
  shell: Pick<ShellPorts, 'ask' | 'takeDropped'>,
  dropped: string,
  { use, connectionName }: { use: ListUse; connectionName: string },
): Promise<Result<string | null>> {
  const taken = await shell.takeDropped(dropped)
  if (!taken.ok) return taken
  const path = taken.value
  if (path === null) return fail(inputFault('file', say('files.drop-without-place')))
  const { name, folder } = partsOf(path)
  const answer = await shell.ask({
    message: say('files.read-dropped', { name: shown(name) }),
    detail: [
      say('files.dropped-in', { folder: shown(folder) }),
      readFor(use, connectionName),
      say('files.reading-sends-nothing'),
    ],
    action: say('files.read-the-file'),
  })
  if (answer === 'yes') return ok(path)
  return answer === 'no' ? ok(null) : fail(answer.fault)
}

/** Of a whole path. Only where it begins with a letter of a disk does a backslash part it. */
export function partsOf(path: string): { name: string; folder: string } {
  const at = path.lastIndexOf(path.startsWith('/') ? '/' : '\\')
  return { name: path.slice(at + 1), folder: path.slice(0, at) || '/' }
}

/** A name that breaks a line or turns the direction can't pass for another one. */
const shown = (text: string): string => quoted(maskCardNumbers(text))

function readFor(use: ListUse, connectionName: string): string {
  if (!isNoRun(use))
    return say('files.dropped-for-run', { operation: { noun: use }, connectionName })
  return use === 'orders'
    ? say('files.dropped-for-orders', { connectionName })
    : say('files.dropped-for-report', { connectionName })
}
