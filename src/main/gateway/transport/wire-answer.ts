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

/**
 * Where the first answer among these bytes ends; null while its end is not there, or nobody can
 * tell it. Only for an answer whose end is marked: what stands behind it is no part of it.
 */
export function endOfAnswer(bytes: Buffer): number | null {
  const text = bytes.toString('latin1')
  let from = 0
  for (;;) {
    const head = text.indexOf('\r\n\r\n', from)
    if (head === -1) return null
    const lines = text.slice(from, head).toLowerCase()
    const body = head + 4
    if (/^http\/1\.[01] 1\d\d/.test(lines)) {
      from = body
      continue
    }
    if (/^http\/1\.[01] (204|304)/.test(lines)) return body
    if (/\r\ntransfer-encoding:/.test(lines)) return endOfChunks(text, body)
    const length = /\r\ncontent-length:[ \t]*(\d+)/.exec(lines)?.[1]
    const end = length === undefined ? null : body + Number(length)
    return end === null || end > text.length ? null : end
  }
}

/** RFC 9112 section 7.1: pieces with their lengths in front, the last one empty, then trailers. */
function endOfChunks(text: string, from: number): number | null {
  let at = from
  for (;;) {
    const line = text.indexOf('\r\n', at)
    if (line === -1) return null
    const size = Number.parseInt(text.slice(at, line), 16)
    if (Number.isNaN(size)) return null
    at = line + 2
    if (size === 0) break
    at += size + 2
  }
  for (;;) {
    const line = text.indexOf('\r\n', at)
    if (line === -1) return null
    if (line === at) return at + 2
    at = line + 2
  }
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
