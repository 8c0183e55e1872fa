// What the oracle checks against: what the gateway's books hold, what its answers told and when
// their questions were asked, what left, what people said, and the ledger's rows as plain SQL reads
// them. Types only.

export type Kind = 'sale' | 'preauth' | 'capture' | 'reversal' | 'cancel' | 'void' | 'payout'
export type Fate = 'processing' | 'approved' | 'declined' | 'error'

/** One transaction in the gateway's books. */
export interface Booked {
  at: number
  /**
   * The attempt whose request made it; 'origin' or 'colleague' for what did not come from this
   * desk.
   */
  by: string
  order: string
  kind: Kind
  minor: number
  fate: Fate
}

/** A status answer that the desk was given. */
export interface Reported {
  order: string
  /** Number of its question, in one order with all questions and sendings. */
  asked: number
  tx: Booked
  fate: Fate
  /** Whether it named the transaction; and its amount, readably. */
  hasId: boolean
  hasAmount: boolean
  /** Everything a reader sees of it. */
  text: string
  /** Asked for by the number of one request, and answered so. */
  isByName: boolean
  /** By the clock that only goes forward. */
  at: number
  /**
   * The program ended, or could not write, while it took this answer in: nobody knows whether it
   * knows.
   */
  isDoubtful: boolean
}

/** An attempt as the ledger's file has it. */
export interface Row {
  id: string
  connection: string
  operation: string
  orderid: string
  clientOrderid: string
  state: string
  minor: number | null
  conflict: string | null
  handOutcome: string | null
  sentAt: number | null
  nextCheckAt: number | null
  replaces: string | null
  /** Id of the person, who is called by it as well. */
  actor: string
  digest: string
  account: string
  isFull: boolean
  /** The gateway answered that it took it. */
  wasAccepted: boolean
}

/** An approval as the ledger's file has it. */
export interface Approval {
  id: string
  author: string
  connection: string
  operation: string
  orderid: string
  minor: number | null
  account: string
  request: string
  state: string
  signatures: number
  /** The attempt that used it up. */
  attempt: string | null
}

/** What an administrator said last: above how much a request takes one, and who may approve. */
export interface Standing {
  above: number
  approvers: readonly string[]
}

/** What a person did, or the walk on their behalf. */
interface Deeds {
  confirmed: Set<string>
  undone: Set<string>
  /** Attempts of which the person said, when they confirmed, that this one is meant beside them. */
  acknowledged: Map<string, readonly string[]>
  /** What the answer that a review was made by told, word for word. */
  reviewedBy: Map<string, string>
  /** When it was confirmed, by both clocks, and how long it may be taken back. */
  confirmedAt: Map<string, { wall: number; mono: number; undoMs: number }>
  /** Resolved without a word why it can't wait. */
  waited: Set<string>
  /** How much had been told when a person resolved an attempt: what it is against they knew. */
  decidedAt: Map<string, number>
  /** Contradictions that a person looked into, with how much had been told by then. */
  cleared: Map<string, number>
  /** Approvals that somebody signed by typing their passphrase. */
  signed: { approval: string; by: string }[]
  /** When an approval was asked for, by the clock that only goes forward. */
  askedAt: Map<string, number>
  /** Approvals that a person ended. */
  ended: Set<string>
  /** A clock was set: how long an approval lasts is in the log, which a walk does without. */
  wasClockSet: boolean
}

export interface Sums {
  captured: number | null
  returned: number | null
  /** The most that the desk would send. */
  returnable: number | null
  isDoubtful: boolean
  isContradicted: boolean
}

export interface Truth {
  booked: Booked[]
  reported: Reported[]
  /** Answers about the order of an attempt, also that there is none. */
  looks: Map<string, { asked: number; at: number }[]>
  /** Number at which an attempt became SENDING, in one order with the questions. */
  sentNumber: Map<string, number>
  /** When an attempt became SENDING: how many answers had been given, and what the ledger held. */
  atSending: Map<
    string,
    {
      reported: number
      rows: readonly Row[]
      wall: number
      mono: number
      standing: Standing | null
    }
  >
  /** Null while sign-in is off. */
  standing: Standing | null
  /** The attempt that left first by an approval. */
  spent: Map<string, string>
  /** How often the request of an attempt went to the socket. */
  sendings: Map<string, number>
  deeds: Deeds
  /**
   * Whether ids and amounts are told in every answer, so that any two transactions can be told
   * apart.
   */
  isPlain: boolean
  areRight: boolean
  /** Asked for the number of a request, the gateway tells whatever it would tell anyway. */
  ignoresNumbers: boolean
  /** The transaction that closed an attempt. */
  closedBy: Map<string, Booked>
}
