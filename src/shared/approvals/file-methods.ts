// The bridge's methods about approvals that go to another computer as a file, and come back.
import { z } from 'zod'
import { say } from '../message.ts'
import type { MoneyText } from '../money.ts'
import { approvalId, type ApprovalView } from './approval-methods.ts'
import { askedIn } from './asked-place.ts'

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
  /** The same request, laid into the database of the team; main reads the order. By its author. */
  'approval-team:ask': z.strictObject({ approvalId }),
  /** What computers of the team asked for. Signatures on requests of this one are taken in. */
  'approval-team:list': z.strictObject({}),
  /** One of another computer, to be signed as a file is. */
  'approval-team:open': z.strictObject({
    asked: z
      .string()
      .max(100)
      .refine((text) => askedIn(text) !== null),
  }),
  /** What was signed out of the team and did not get there. */
  'approval-team:hand-on': z.strictObject({ fileId }),
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
  /** Of a file that lies in the team: whose it is, and why what was signed did not get there. */
  inTeam: { desk: string; notHandedOn: string | null } | null
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

/** A request of another computer of the team, as its file says. */
export interface AskedInTeam {
  /** Names it. */
  asked: string
  /** The computer that asks, as its team calls it. */
  desk: string
  operation: string
  isRelease: boolean
  orderid: string
  amount: MoneyText | null
  author: string
  signedBy: readonly string[]
  needs: number
  expiresAt: number
  isSignedByMe: boolean
  /** The key of whoever is signed in is among those that it takes. */
  isForMe: boolean
}

/** A request of this computer that was asked for in the team. */
export interface OwnInTeam {
  approvalId: string
  /** Names. */
  signedBy: readonly string[]
  /** A sentence each: whose signature does not count, and why. */
  refused: readonly string[]
}

export interface ApprovalsInTeam {
  own: OwnInTeam[]
  /** Soonest over first. */
  ofColleagues: AskedInTeam[]
  /** There are more, which end later. */
  isCut: boolean
}

export interface ApprovalFileOutput {
  /** Null when the person cancels. */
  'approval-file:save': SavedApproval | null
  'approval-file:open': OpenedApproval | null
  'approval-file:sign': ApprovalFileView
  'approval-file:save-signed': SavedApproval | null
  'approval-team:ask': null
  /** Null where this computer works alone. */
  'approval-team:list': ApprovalsInTeam | null
  'approval-team:open': ApprovalFileView
  'approval-team:hand-on': ApprovalFileView
}
