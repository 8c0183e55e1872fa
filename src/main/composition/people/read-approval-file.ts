// Reads an approval file, a set-up file or a file of a team that a person chose in the system's
// dialog: a plain file of the size that one has, so that no device, pipe or huge file holds the
// program up.
import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { mostApprovalFileBytes } from '#shared/approvals/approval-file.ts'
import { mostSetUpBytes } from '#shared/connections/set-up-file.ts'
import { fail, inputFault, ok, type Result } from '#shared/fault.ts'
import { say } from '#shared/message.ts'

/** Faults: input on `file`. */
export const readApprovalFile = (path: string): Promise<Result<Uint8Array>> =>
  readChosen(path, { most: mostApprovalFileBytes, tooLong: say('approval-files.too-long') })

/** Faults: input on `file`. */
export const readSetUpFile = (path: string): Promise<Result<Uint8Array>> =>
  readChosen(path, { most: mostSetUpBytes, tooLong: say('set-up.too-long') })

/** Faults: input on `file`. */
export const readJoiningFile = (path: string): Promise<Result<Uint8Array>> =>
  readChosen(path, { most: mostJoinBytes, tooLong: say('team.not-a-join-file') })
/** A line and a certificate. */
const mostJoinBytes = 64 * 1024

async function readChosen(
  path: string,
  { most, tooLong }: { most: number; tooLong: string },
): Promise<Result<Uint8Array>> {
  // Without waiting: opening a pipe would last until somebody writes to it. Windows has no such
  // flag, and no such pipes.
  const flags: Partial<typeof constants> = constants
  try {
    const file = await open(path, constants.O_RDONLY | (flags.O_NONBLOCK ?? 0))
    try {
      const facts = await file.stat()
      if (!facts.isFile()) return fail(inputFault('file', say('approval-files.not-opened')))
      if (facts.size > most) return fail(inputFault('file', tooLong))
      return ok(await file.readFile())
    } finally {
      await file.close()
    }
  } catch {
    // Gone, on a drive that was taken out, or not for this person to read.
    return fail(inputFault('file', say('approval-files.not-opened')))
  }
}
