// The faults that no tool of mutations makes by itself: another meaning in the place of one, a
// check that is left out, something done twice.
import { ofApprovalFiles } from './of-approval-files.ts'
import { ofApprovals } from './of-approvals.ts'
import { ofPeople } from './of-people.ts'
import { ofRecords } from './of-records.ts'
import { ofReports } from './of-reports.ts'
import { ofRequests } from './of-requests.ts'
import { ofRuns } from './of-runs.ts'
import { ofTeams } from './of-team.ts'
import type { Mutant } from './row.ts'

export const list: readonly Mutant[] = [
  ...ofRequests,
  ...ofRuns,
  ...ofRecords,
  ...ofPeople,
  ...ofApprovals,
  ...ofApprovalFiles,
  ...ofReports,
  ...ofTeams,
]
