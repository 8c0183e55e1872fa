// From the bytes of an answer to a flat record of texts: JSON, or the older form-encoded text.
// Pure; called by answer.ts and callback.ts. It refuses what can be read in two ways (doubled keys,
// broken characters) and never lets a key reach a prototype.
import { say } from '#shared/message.ts'
import { looseFormText } from './loose-text.ts'

/**
 * Flat, values trimmed, without a prototype. Values that were no texts keep the characters they
 * came as.
 */
export type AnswerRecord = Record<string, string>

export type ParsedRecord = { record: AnswerRecord } | { why: string }

/** Names and values as they stand in the text, in its order. */
export type Pairs = readonly (readonly [string, string])[]

const mostKeys = 256
const longestKey = 200
const longestValue = 131_072
const deepest = 32

/** Valid UTF-8 without its byte order mark, or null. */
export function decodeText(body: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    return null
  }
}

/** Without parameters, in lower case. */
const mediaType = (contentType: string): string =>
  contentType.split(';', 1)[0]!.trim().toLowerCase()

/**
 * A JSON object marks its own end: cut short it never parses. Form text can be cut anywhere and
 * still read well.
 */
export const endsByItself = (text: string, contentType: string): boolean =>
  isJsonType(contentType) && text.trimStart().startsWith('{')

export const isJsonType = (contentType: string): boolean =>
  ['application/vnd.pay+json', 'application/json'].includes(mediaType(contentType))

/** Reads a body by its content type. */
export function readRecord(text: string, contentType: string): ParsedRecord {
  const type = mediaType(contentType)
  switch (type) {
    case 'application/vnd.pay+json':
    case 'application/json':
      return readJson(text)
    case 'text/html':
    case 'text/plain':
    case 'application/x-www-form-urlencoded':
      return readForm(text)
    default:
      return {
        why:
          type === ''
            ? say('gateway.why-no-content-type')
            : say('gateway.why-content-type', { type }),
      }
  }
}

/**
 * RFC 8259, one object. JSON.parse checks the syntax; the members are then cut out, because it
 * would hide doubled keys.
 */
export function readJson(text: string): ParsedRecord {
  const members = jsonMembers(text)
  return 'why' in members ? members : collect(members.pairs)
}

/** The members of one object, doubled ones included. */
export function jsonMembers(text: string): { pairs: Pairs } | { why: string } {
  try {
    JSON.parse(text)
  } catch {
    return { why: say('gateway.why-not-json') }
  }
  return cutMembers(text)
}

const token = /\s*(?:("[^"\\]*(?:\\.[^"\\]*)*")|([{}[\],:])|([^\s"{}[\],:]+))/y

/**
 * The members of the outermost object of text that is known to be valid JSON: names decoded, values
 * decoded or as written.
 */
function cutMembers(text: string): { pairs: [string, string][] } | { why: string } {
  const pairs: [string, string][] = []
  let depth = 0
  let name: string | null = null
  let nestedFrom = 0
  token.lastIndex = 0
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    const [, quoted, mark, bare] = match
    if (depth === 0 && mark !== '{') return { why: say('gateway.why-not-an-object') }
    if (mark === '{' || mark === '[') {
      depth += 1
      if (depth > deepest) return { why: say('gateway.it-is-nested-too-deeply') }
      if (depth === 2) nestedFrom = token.lastIndex - 1
    } else if (mark === '}' || mark === ']') {
      depth -= 1
      if (depth === 0) return { pairs }
      if (depth === 1 && name !== null) {
        pairs.push([name, text.slice(nestedFrom, token.lastIndex)])
        name = null
      }
    } else if (depth === 1 && mark === undefined) {
      const value = quoted === undefined ? bare! : (JSON.parse(quoted) as string)
      if (name === null) name = value
      else {
        // null says "nothing here"; numbers and booleans keep their characters, so that 10.50 stays
        // 10.50.
        pairs.push([name, quoted === undefined && value === 'null' ? '' : value])
        name = null
      }
      if (pairs.length > mostKeys) break
    }
  }
  return { why: say('gateway.it-has-too-many-fields') }
}

/**
 * The older form: name=value pairs, every value ending in a newline. It is one only if it has a
 * `type`.
 */
function readForm(text: string): ParsedRecord {
  const parsed = readPairs(text)
  return 'record' in parsed && parsed.record.type === undefined ? noRecord : parsed
}

/**
 * name=value pairs joined by &, percent-encoded. A value that is not encoded as it should be is
 * kept readable where its field `decidesNothing`.
 */
export function readPairs(
  text: string,
  decidesNothing: (name: string) => boolean = () => false,
): ParsedRecord {
  const pairs: [string, string][] = []
  for (const [name, reported] of formPieces(text) ?? []) {
    const value = decodeForm(reported) ?? (decidesNothing(name) ? looseFormText(reported) : null)
    if (value === null) return noRecord
    pairs.push([name, value])
  }
  return pairs.length === 0 ? noRecord : collect(pairs)
}

/** The pairs of form text, values still encoded; null for text that is none. */
export function formPieces(text: string): Pairs | null {
  const pieces = text.trim().split('&', mostKeys + 1)
  const pairs = pieces.map((piece): [string | null, string] => {
    const at = piece.indexOf('=')
    return [decodeForm(piece.slice(0, Math.max(at, 0)).trim()), piece.slice(at + 1)]
  })
  const isForm = (pair: [string | null, string]): pair is [string, string] =>
    /^[A-Za-z0-9_.-]+$/.test(pair[0] ?? '')
  return pairs.every(isForm) ? pairs : null
}

const noRecord = { why: say('gateway.why-not-a-record') }

export function decodeForm(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return null
  }
}

/** A record without doubled names, of a size that can be kept. */
export function collect(pairs: Pairs): ParsedRecord {
  if (pairs.length > mostKeys) return { why: say('gateway.it-has-too-many-fields') }
  const record = Object.create(null) as AnswerRecord
  for (const [reported, value] of pairs) {
    // A name with a blank or a byte order mark beside it must not hide whose order is meant.
    const name = reported.trim()
    if (name in record) return { why: say('gateway.it-has-one-field-twice') }
    if (name.length > longestKey || value.length > longestValue)
      return { why: say('gateway.why-field-too-long') }
    if (!name.isWellFormed() || !value.isWellFormed())
      return { why: say('gateway.it-holds-a-broken-character') }
    record[name] = value.trim()
  }
  return { record }
}
