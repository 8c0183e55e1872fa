// Mistakes that are put between the product and its ports on purpose, to see the model find what
// they lead to.
import type { Approvals } from '../../../src/main/ledger/approvals/approvals.ts'
import type { Journal, Move } from '../../../src/main/ledger/journal/journal.ts'

export const breaks = [
  // What is asked inside the transaction of SENDING is not asked.
  'guard',
  // The ledger takes two open requests under one lock, and nobody asks.
  'index-and-guard',
  // Nothing is kept of what was known before the sending.
  'snapshot',
  // A start leaves what it finds.
  'recovery',
  // Nobody asks about what is open.
  'poller',
  // Nothing that leaves uses an approval up.
  'spending',
  // Another layer than the index holds too: this one alone must not be found.
  'index',
] as const
export type Broken = (typeof breaks)[number]

/** The index that lets one request be open under a lock: without it, its guard is all there is. */
export const lacksIndex = (broken: Broken | null): boolean =>
  broken === 'index' || broken === 'index-and-guard'

export function brokenApprovals(approvals: Approvals, broken: Broken | null): Approvals {
  if (broken !== 'spending') return approvals
  return {
    ...approvals,
    end: (draft, id, end) => {
      if (end.state !== 'SPENT') approvals.end(draft, id, end)
    },
  }
}

export function brokenJournal(journal: Journal, broken: Broken | null): Journal {
  if (broken === null) return journal
  return {
    ...journal,
    move: (step) => journal.move(step.to === 'SENDING' ? brokenMove(step, broken) : step),
  }
}

function brokenMove(step: Move, broken: Broken): Move {
  const { guard: _guard, ...unguarded } = step
  switch (broken) {
    case 'guard':
    case 'index-and-guard':
      return unguarded
    case 'snapshot':
      return { ...step, patch: { ...step.patch, snapshot: null, sentNumber: null } }
    default:
      return step
  }
}
