// What a person asks main about a request that waits for approval. A passphrase lives in its dialog
// until the call and no longer.
import type { ApprovalShown, ApprovalView } from '#shared/approvals/approval-methods.ts'
import type {
  ApprovalFileView,
  OpenedApproval,
  SavedApproval,
} from '#shared/approvals/file-methods.ts'
import type { Result } from '#shared/fault.ts'
import { call } from '../../api/bridge.ts'

export const showApproval = (approvalId: string): Promise<Result<ApprovalShown>> =>
  call('approval:show', { approvalId })

/** Signs what was shown. */
export const approve = (
  { approval, seen, digest }: ApprovalShown,
  own: string,
): Promise<Result<ApprovalView>> =>
  call('approval:approve', { approvalId: approval.id, seen, digest, own })

export const refuseApproval = (approvalId: string, reason: string): Promise<Result<ApprovalView>> =>
  call('approval:refuse', { approvalId, reason })

export const withdrawApproval = (approvalId: string): Promise<Result<ApprovalView>> =>
  call('approval:withdraw', { approvalId })

/** Null where the person names no place. */
export const saveForAnother = (approvalId: string): Promise<Result<SavedApproval | null>> =>
  call('approval-file:save', { approvalId })

/** Null where the person chooses none. */
export const openApprovalFile = (): Promise<Result<OpenedApproval | null>> =>
  call('approval-file:open', {})

export const signFile = (fileId: string, own: string): Promise<Result<ApprovalFileView>> =>
  call('approval-file:sign', { fileId, own })

export const saveSigned = (fileId: string): Promise<Result<SavedApproval | null>> =>
  call('approval-file:save-signed', { fileId })

export const askInTeam = (approvalId: string): Promise<Result<null>> =>
  call('approval-team:ask', { approvalId })

export const openInTeam = (asked: string): Promise<Result<ApprovalFileView>> =>
  call('approval-team:open', { asked })

/** What was signed out of the team and did not get there. */
export const handOn = (fileId: string): Promise<Result<ApprovalFileView>> =>
  call('approval-team:hand-on', { fileId })
