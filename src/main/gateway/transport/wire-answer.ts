// What the head of an answer and the errors of a connection say, in the terms of transport.ts.
// Pure. It never reads a body.

interface Head {
  headers: Readonly<Record<string, string | string[] | undefined>>
  statusCode?: number | undefined
}

/**
 * How the end of the body is known (RFC 9112 section 6.3): marked by the answer itself, or only by
 * the connection's end.
 */
export function framingOf({ headers, statusCode }: Head): 'marked' | 'close' | 'unreadable' {
  const coding = headers['transfer-encoding']
  if (coding !== undefined)
    return String(coding).trim().toLowerCase() === 'chunked' ? 'marked' : 'unreadable'
  const hasNoBody = statusCode === 204 || statusCode === 304
  return hasNoBody || headers['content-length'] !== undefined ? 'marked' : 'close'
}

export const headersOf = ({ headers }: Head): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  )

/** An error in words; of several addresses tried, each its own. */
export function messageOf(error: Error): string {
  if (error instanceof AggregateError && error.errors.length > 0)
    return error.errors.map((one: unknown) => (one instanceof Error ? one.message : '')).join('; ')
  // Node's advice about its own command line is of no use to the person who reads this.
  return error.message.replace(/; if the root CA is installed locally.*$/, '')
}
