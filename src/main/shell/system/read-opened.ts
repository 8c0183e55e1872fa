// Reads a file that a person chose in the system's dialog. Whatever is wrong with it is an answer:
// an error that reached nobody would end the program.
import { readFile, stat } from 'node:fs/promises'
import { fail, inputFault, type Result } from '#shared/fault.ts'
import { say } from '#shared/message.ts'
import { mostFileBytes, openedText, type OpenedText } from '#shared/desktop/opened-text.ts'

/** Faults: input on `file`. */
export async function readOpened(path: string): Promise<Result<OpenedText>> {
  try {
    const facts = await stat(path)
    if (!facts.isFile()) return fail(inputFault('file', say('program.file-not-opened')))
    if (facts.size > mostFileBytes)
      return fail(inputFault('file', say('program.this-file-is-too-long')))
    return openedText(await readFile(path, 'utf8'))
  } catch {
    // Gone, on a drive that was taken out, or not for this person to read.
    return fail(inputFault('file', say('program.file-not-opened')))
  }
}
