// The bridge's methods about approvals that go to another computer as a file, and come back.
import { z } from 'zod'
import { say } from '../message.ts'
import type { MoneyText } from '../money.ts'
import { approvalId, type ApprovalView } from './approval-methods.ts'

const fileId = z.string().regex(/^af-[0-9a-f]{16}$/)

export const approvalFileMethods = {
  /** Main reads the order and asks where to save. */
  'approval-file:save': z.strictObject({ approvalId }),
  /** Main asks which file: one that was saved here and signed since, or one of others to sign. */
  'approval-file:open': z.strictObject({}),
  /** Signs what was opened with the key that `own` opens. It is saved after that. */
  'approval-file:sign': z.strictObject({
    fileId,
    own: z.string().min(1, say('people.enter-passphrase')).max(200),
  }),
  /** What was signed; main asks where. */
  'approval-file:save-signed': z.strictObject({ fileId }),
} as const

/** A request of another computer. */
export interface ApprovalFileView {
  fileId: string
  operation: string
  isRelease: boolean
  orderid: string
  amount: MoneyText | null
  /** Fields as they would be sent, card data masked. */
  request: Record<string, string>
  connectionName: string
  /** Origin and login, as they are signed. */
  gateway: string
  /** Names, as the other computer has them. */
  author: string
  approvers: readonly string[]
  signedBy: readonly string[]
  needs: number
  expiresAt: number
  /** When the other computer read the order. */
  readAt: number
  /** The order: read here, as the other computer saw it, or none. */
  order: {
    isReadHere: boolean
    status: string
    transactionType: string
    /** What changed since the file was saved, a sentence each. */
    moved: readonly string[]
  } | null
  /** Why whoever is signed in can't sign it, or null. */
  mayNot: string | null
  /** Signed on this computer, and in no file that was saved. */
  isUnsaved: boolean
  isSignedByMe: boolean
}

/** What a file that was saved here brought. */
export interface TakenIn {
  approval: ApprovalView
  /** Names. */
  added: readonly string[]
  known: readonly string[]
  /** A sentence each: whose signature does not count, and why. */
  refused: readonly string[]
}

export type OpenedApproval =
  { kind: 'to-sign'; file: ApprovalFileView } | { kind: 'taken-in'; taken: TakenIn }

export interface SavedApproval {
  file: string
}

export interface ApprovalFileOutput {
  /** Null when the person cancels. */
  'approval-file:save': SavedApproval | null
  'approval-file:open': OpenedApproval | null
  'approval-file:sign': ApprovalFileView
  'approval-file:save-signed': SavedApproval | null
}
