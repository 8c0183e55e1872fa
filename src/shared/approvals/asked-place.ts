// Where an approval lies in the database of a team: until when, of which log, which one, and which
// computer asked. Its parts are readable there; the request is not. Pure.

export interface AskedPlace {
  /** From when on it is over, milliseconds since 1970. */
  until: number
  log: string
  approval: string
  /** The computer that asks, as its team calls it. */
  desk: string
}

const form = /^(\d{13})\/([0-9a-f]{32})\/(ap-[0-9a-f]{16})\/([a-z][a-z0-9-]{0,30})$/

/** As texts are ordered, so is their time. */
export const askedText = ({ until, log, approval, desk }: AskedPlace): string =>
  `${String(until).padStart(13, '0')}/${log}/${approval}/${desk}`

/** Null for any other text. */
export function askedIn(text: string): AskedPlace | null {
  const [, until, log = '', approval = '', desk = ''] = form.exec(text) ?? []
  return until === undefined ? null : { until: Number(until), log, approval, desk }
}
