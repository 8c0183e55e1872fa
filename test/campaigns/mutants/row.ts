// What a row of the list is: one guard of the program, taken away or turned round, and who has to
// notice.

/** A campaign in short form: its name and arguments, as it is started by hand. */
export type Campaign = readonly [name: string, ...args: string[]]

type Campaigns = readonly [Campaign, ...Campaign[]]

/** These campaigns notice it. They are tried in turn, until one does. */
interface Noticed {
  campaigns: Campaigns
  heldBy?: never
  unseen?: never
}

/** These campaigns come to the moment and notice nothing, as another guard holds. */
interface HeldByAnother {
  campaigns: Campaigns
  /** Names that guard, in one plain sentence. */
  heldBy: string
  unseen?: never
}

/** No campaign comes to the moment, or none looks at what would be wrong then. */
interface Unseen {
  campaigns: readonly []
  heldBy?: never
  /** Why, in one plain sentence. */
  unseen: string
}

/** A row has campaigns that notice it, or says why none does. */
export type Mutant = Guard & (Noticed | HeldByAnother | Unseen)

/** The guard, the fault in its place, and the tests that notice. */
interface Guard {
  id: string
  /** What the program does with it, in one plain sentence. */
  story: string
  file: string
  /** Stands in the file exactly once. */
  find: string
  replace: string
  /** One to three test files; the list counts on each row being killed by them. */
  tests: readonly string[]
}

/** Why no campaign notices it; null for a row that a campaign has to notice. */
export const reasonOf = ({ heldBy, unseen }: Mutant): string | null => heldBy ?? unseen ?? null

export const campaign = (...parts: Campaign): Campaign => parts

/** Runs of the cells whose names begin so. */
export const faults = (only: string, runs: number): Campaign =>
  campaign('faults', '--only', only, '--runs', String(runs), '--seed', '1')

/** The same at one host of the family. */
export const faultsAt = (host: string, only: string, runs: number): Campaign =>
  campaign(...faults(only, runs), '--host', host)

/** The file with the fault in it. Throws where the list no longer fits the program. */
export function withFault(text: string, { id, file, find, replace }: Mutant): string {
  const times = text.split(find).length - 1
  if (times !== 1) throw new Error(`${id}: its anchor stands in ${file} ${times} times, not once`)
  if (find === replace) throw new Error(`${id}: it changes nothing`)
  // As a function: a text would have its dollar signs read as places.
  return text.replace(find, () => replace)
}

/** A test file of main, by its place there. */
export const testOf = (name: string): string => `test/main/${name}.test.ts`
