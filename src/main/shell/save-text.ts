// Writes a text, or the bytes of a file, where a person said it should go, whole or not at all, for
// this person's account alone. The page never names a path.
import { say } from '#shared/message.ts'
import { fileTrouble } from '#shared/desktop/file-trouble.ts'
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fail, inputFault, ok, type Result } from '#shared/fault.ts'

/** The path it was saved under. Faults: input on `file` when it can't be written there. */
export async function saveText(path: string, text: string | Uint8Array): Promise<Result<string>> {
  let folder: string | undefined
  try {
    // A folder of its own, whose name nobody knows before: no link that waits for the file is
    // followed.
    folder = await mkdtemp(`${path}.partial-`)
    const unfinished = join(folder, 'text')
    await writeFile(unfinished, text, { flag: 'wx', mode: 0o600 })
    await rename(unfinished, path)
  } catch (error) {
    const why = fileTrouble(error)
    return fail(inputFault('file', say('program.not-saved', { path, why })))
  } finally {
    // What can't be taken away (a disk that is gone) must not hide how the saving ended.
    if (folder !== undefined) await rm(folder, { recursive: true, force: true }).catch(() => null)
  }
  return ok(path)
}
