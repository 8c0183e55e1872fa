// Writes a text where a person said it should go, whole or not at all. What is saved is no secret; the page never names a path.
import { rename, rm, writeFile } from 'node:fs/promises'
import { fail, inputFault, ok, type Result } from '#shared/fault.ts'

/** The path it was saved under. Faults: input on `file` when it can't be written there. */
export async function saveText(path: string, text: string): Promise<Result<string>> {
  const unfinished = `${path}.partial`
  try {
    await writeFile(unfinished, text)
    await rename(unfinished, path)
  } catch (error) {
    await rm(unfinished, { force: true })
    const why = error instanceof Error ? error.message : String(error)
    return fail(inputFault('file', `It could not be saved as ${path}: ${why}`))
  }
  return ok(path)
}
