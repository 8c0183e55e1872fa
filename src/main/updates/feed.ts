// Asks the feed: an https folder of files that anybody may serve, for nothing of it is believed
// without signatures. It follows no other address, reads no more than it was told to, and waits for
// nobody. It sends nothing but the name of a file.
import { longestText } from './canonical.ts'
import type { RefusalCode } from './refusal.ts'

/** A feed that says nothing for so long is given up. */
const longestWaitMs = 30_000

export type FeedFault = { refused: RefusalCode } | { unreached: string }
type FeedText = { text: Uint8Array } | { absent: true } | FeedFault
type FeedFile = { chunks: AsyncIterable<Uint8Array> } | FeedFault

export interface Feed {
  /** A short file. */
  text(name: string, signal: AbortSignal): Promise<FeedText>
  /** A long one; its chunks throw when the feed falls silent or `signal` ends it. */
  file(name: string, signal: AbortSignal): Promise<FeedFile>
}

/**
 * The address as it is kept, ending in a slash, or null for one that is no https folder. Plain http
 * is for tests, on this computer alone.
 */
export function feedAddress(typed: string, mayBeLoopback: boolean): string | null {
  if (!URL.canParse(typed)) return null
  const { protocol, username, password, search, hash, hostname, href } = new URL(typed)
  if (username + password + search + hash !== '' || href.length > 500) return null
  const isLoopback = protocol === 'http:' && hostname === '127.0.0.1' && mayBeLoopback
  if (protocol !== 'https:' && !isLoopback) return null
  return href.endsWith('/') ? href : `${href}/`
}

export function openFeed(address: string, mayBeLoopback: boolean): Feed {
  const ask = async (
    name: string,
    signal: AbortSignal,
  ): Promise<{ answer: Response } | FeedFault> => {
    if (feedAddress(address, mayBeLoopback) !== address) return { refused: 'update-feed-not-https' }
    try {
      const answer = await fetch(new URL(name, address), {
        ...{ redirect: 'manual', cache: 'no-store', credentials: 'omit', signal },
        headers: { 'accept-encoding': 'identity' },
      })
      const code = answerFault(answer)
      if (code === null) return { answer }
      await answer.body?.cancel()
      return { refused: code }
    } catch (error) {
      return { unreached: whyOf(error) }
    }
  }
  return {
    text: async (name, signal) => {
      const asked = await ask(name, AbortSignal.any([signal, AbortSignal.timeout(longestWaitMs)]))
      if (!('answer' in asked)) return asked
      const { answer } = asked
      if (answer.status !== 200) await answer.body?.cancel()
      if (answer.status === 404) return { absent: true }
      if (answer.status !== 200) return { unreached: `HTTP ${answer.status}` }
      try {
        return { text: await readShort(answer) }
      } catch (error) {
        return { unreached: whyOf(error) }
      }
    },
    file: async (name, signal) => {
      const silence = new AbortController()
      const asked = await ask(name, AbortSignal.any([signal, silence.signal]))
      if (!('answer' in asked)) return asked
      const { answer } = asked
      if (answer.status === 200) return { chunks: chunksOf(answer, silence) }
      await answer.body?.cancel()
      return { unreached: `HTTP ${answer.status}` }
    },
  }
}

function answerFault({ status, headers }: Response): RefusalCode | null {
  if (status >= 300 && status < 400) return 'update-feed-redirects'
  const encoding = headers.get('content-encoding') ?? 'identity'
  return encoding === 'identity' ? null : 'update-feed-answers-encoded'
}

/** One byte more than the longest tells that it is longer; the rest is never read. */
async function readShort({ body }: Response): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of body ?? []) {
    parts.push(part)
    length += part.length
    if (length > longestText) break
  }
  return Buffer.concat(parts)
}

async function* chunksOf(
  { body }: Response,
  silence: AbortController,
): AsyncGenerator<Uint8Array, void> {
  let timer = setTimeout(() => silence.abort(), longestWaitMs)
  try {
    for await (const part of body ?? []) {
      clearTimeout(timer)
      yield part
      timer = setTimeout(() => silence.abort(), longestWaitMs)
    }
  } finally {
    clearTimeout(timer)
  }
}

/** The deepest reason: fetch itself says “fetch failed” for everything. */
export function whyOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  if (cause !== undefined) return whyOf(cause)
  const { code, message } = error as { code?: unknown; message?: unknown }
  return String(typeof code === 'string' ? code : (message ?? error)).slice(0, 200)
}
