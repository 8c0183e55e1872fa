// A reason why money is stopped, as the ledger keeps it and as screens show it. Pure data.

export interface Stop {
  /** Of this one stop: the same reason found again later is another stop with another id. */
  id: string
  message: string
  /** `production`: every connection but the embedded sandbox, where people practise. */
  reach: 'all' | 'production'
}
