// What payments keep in memory between two calls, made once for a desk and gone with it, and their
// life: recovery, the questions about open requests, the end. Called by wire-payments.ts.
import type { DeskPorts, PaymentMemory } from '../ports.ts'
import { createHeldCards } from './cards/held-card.ts'
import { createOutcomeWriter } from './send/outcome-writer.ts'
import { openUndoWindow } from './send/undo-window.ts'
import { createLookCounter } from './watch/looks.ts'
import { recover, type Recovered } from './watch/recover.ts'
import { type Poller, startPoller } from './watch/status-poller.ts'

export interface Payments {
  ports: DeskPorts
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

export function createPayments(parts: Omit<DeskPorts, keyof PaymentMemory>): Payments {
  let poller: Poller | null = null
  const ports: DeskPorts = {
    ...parts,
    cards: createHeldCards(parts.randomBytes),
    reviews: new Map(),
    undo: openUndoWindow(parts),
    outcomes: createOutcomeWriter(parts),
    looks: createLookCounter(parts),
    foundDone: new Set(),
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
