// What the desk asks of its team about requests that wait for approval. Types; what keeps these
// promises is in src/main/composition/team. Nothing of it is believed: it is a place to lay a file.
import type { AskedPlace } from '#shared/approvals/asked-place.ts'
import type { Result } from '#shared/fault.ts'

/** What a computer says last of a request. */
export interface SaidInTeam {
  place: AskedPlace
  /** Which computer. */
  by: string
  /** The text of an approval file; null once that computer says that it is over. */
  text: string | null
}

/** Faults: vault, denied/team-away. */
export interface TeamApprovals {
  /** How this computer is called there. */
  desk: string
  /** In the name of this computer. Faults: not-possible, for a text that no record holds. */
  say(place: AskedPlace, text: string | null): Promise<Result<null>>
  /** What is not over by its time; `isCut`: there is more, which ends later. */
  all(now: number): Promise<Result<{ said: SaidInTeam[]; isCut: boolean }>>
  of(place: AskedPlace): Promise<Result<SaidInTeam[]>>
}
