// What the bridge knows of this computer's own keeping: archives, copies of the ledger, its team.
import { archiveMethods, type ArchiveOutput } from '../bridge/archives.ts'
import { copyMethods, type CopyOutput } from '../bridge/copies.ts'
import { teamMethods, type TeamOutput } from '../team/team-methods.ts'

export const computerMethods = { ...archiveMethods, ...copyMethods, ...teamMethods } as const
export type ComputerOutput = ArchiveOutput & CopyOutput & TeamOutput
