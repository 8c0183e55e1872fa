// A sealed request file by its own facts: its digest is of what it shows, and each signature is by
// somebody whom it names. It says nothing of whether a signature counts: that is decided where the
// request waits, by its own statements and log (approval-gate.ts). Pure.
import { createHash } from 'node:crypto'
import {
  approvalFileIn,
  type ApprovalFile,
  mostApprovalFileBytes,
  shownInFile,
} from '#shared/approvals/approval-file.ts'
import { statementIn } from '#shared/approvals/statement.ts'
import { fail, inputFault, ok, type Result } from '#shared/fault.ts'
import { say } from '#shared/message.ts'
import { signatureForm } from '#shared/people/key-form.ts'
import { textIn } from '../base/text-in.ts'
import { isWeakKey } from '../people/public-key.ts'
import { isSigned } from '../people/statements.ts'
import { approvalText, digestOfText } from './approval-text.ts'

type FileSignature = ApprovalFile['signatures'][number]
type Named = ApprovalFile['approvers'][number]

const refused = (message: string): Result<never> => fail(inputFault('file', message))

/** SHA-256, hex, of all that a file shows: what is signed out of a file names it. */
export const sealOf = (file: ApprovalFile): string =>
  createHash('sha256').update(shownInFile(file)).digest('hex')

/** Faults: input on `file`. */
export function readSealed(bytes: Uint8Array): Result<ApprovalFile> {
  if (bytes.length > mostApprovalFileBytes) return refused(say('approval-files.too-long'))
  const text = textIn(bytes)
  if (text === null) return refused(say('approval-files.not-one'))
  const read = approvalFileIn(text)
  if (!read.ok) return read
  const file = read.value
  // MONEY: what is shown is what is signed.
  if (digestOfText(file.request) !== file.digest)
    return refused(say('approval-files.digest-differs'))
  if (file.approvers.some(({ key }) => isWeakKey(key)))
    return refused(say('approval-files.weak-key'))
  for (const one of file.signatures) {
    const signer = signerOf(file, one)
    if ('why' in signer)
      return refused(say('approval-files.signature-differs', { why: signer.why }))
  }
  return ok(file)
}

/** Who signed it, of those whom the file names, or why nobody did. */
export function signerOf(
  file: ApprovalFile,
  { body, signature }: FileSignature,
): Named | { why: string } {
  const said = statementIn(body)
  if (said === null || !signatureForm.safeParse(signature).success)
    return { why: say('approval-files.says-nothing') }
  const signer = file.approvers.find(({ id }) => id === said.by)
  if (signer === undefined) return { why: say('approval-files.of-nobody-named') }
  if (said.log !== file.log) return { why: say('approval-files.for-another-log') }
  if (said.approval !== file.approval) return { why: say('approval-files.for-another-approval') }
  if (said.digest !== file.digest) return { why: say('approval-files.for-another-request') }
  if (said.author !== file.author.id) return { why: say('approval-files.for-another-author') }
  if (said.expiresAt !== file.expiresAt) return { why: say('approval-files.other-expiry') }
  if (said.at >= said.expiresAt) return { why: say('approval-files.is-over') }
  if (said.statements > file.statements) return { why: say('approval-files.other-people') }
  return isSigned(signer.key, approvalText(body), signature)
    ? signer
    : { why: say('approval-files.not-signed') }
}

/** Everybody who signed it, one of each. */
export function signersOf(file: ApprovalFile): Named[] {
  const signers = file.signatures
    .map((one) => signerOf(file, one))
    .filter((one): one is Named => !('why' in one))
  return file.approvers.filter((one) => signers.includes(one))
}
