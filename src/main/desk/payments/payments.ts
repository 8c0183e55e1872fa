// What payments keep in memory between two calls, made once for a desk and gone with it, and their
// life: recovery, the questions about open requests, the end. Called by wire-payments.ts.
import type { DeskPorts } from '../base/ports.ts'
import { type ApprovedRowsPort, openApprovedRows } from '../approvals/approved-rows.ts'
import { createHeldCards, type HeldCards } from './cards/held-card.ts'
import type { OpenReviews } from './plan/open-review.ts'
import type { AnnouncedPorts } from './plan/repeats.ts'
import { createOutcomeWriter, type OutcomeWriter } from './send/outcome-writer.ts'
import { openUndoWindow, type UndoWindow } from './send/undo-window.ts'
import { createLookUpCounter, type LookUpCounter } from './watch/look-up-counter.ts'
import { recover, type Recovered } from './watch/recover.ts'
import { type Poller, startPoller } from './watch/status-poller.ts'

/** What payments keep in memory, each made once for a desk and gone with it. */
interface PaymentMemory extends Pick<AnnouncedPorts, 'announced'>, ApprovedRowsPort {
  cards: HeldCards
  /** What was reviewed and not confirmed yet, by the request's id. */
  reviews: OpenReviews
  /** Confirmed requests that can still be taken back. */
  undo: UndoWindow
  outcomes: OutcomeWriter
  lookUps: LookUpCounter
}

export type PaymentPorts = DeskPorts & PaymentMemory

export interface Payments {
  ports: PaymentPorts
  /** Ends what the last run left half-done; the ids of what was confirmed and not sent. */
  recover(): Recovered
  /** Begins to ask about open requests. */
  startPolling(): void
  /** Reads from the ledger which requests are open by now. */
  wake(): void
  /** Nothing new is asked or sent. */
  stop(): void
  /** Outcomes that could not be written yet are given up; after the last call ended. */
  close(): void
}

export function createPayments(parts: DeskPorts): Payments {
  let poller: Poller | null = null
  const ports: PaymentPorts = {
    ...parts,
    cards: createHeldCards(parts.randomBytes),
    reviews: new Map(),
    undo: openUndoWindow(parts),
    outcomes: createOutcomeWriter(parts),
    lookUps: createLookUpCounter(parts),
    announced: new Set(),
    approvedRows: openApprovedRows(),
  }
  return {
    ports,
    recover: () => recover(ports),
    startPolling: () => {
      poller = startPoller(ports)
    },
    wake: () => poller?.wake(),
    stop: () => {
      poller?.stop()
      ports.undo.close()
      ports.cards.clear()
    },
    close: () => {
      ports.outcomes.close()
    },
  }
}
