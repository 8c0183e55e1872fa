// An order of which a report lists a refund that nothing explains: nobody knows what is left of it.
// Pure; the list of orders, its file and the page of an order ask it.

/** Nothing of a hold, or of an order with nothing left, can have been refunded. */
export const mayBeReported = (phase: string, isNothingLeft: boolean): boolean =>
  phase !== 'authorised' && !isNothingLeft
