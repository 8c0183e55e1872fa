// Reads an answer of the gateway as it lies on the wire and frames another record in its place.
// Pure.
import { gunzipSync } from 'node:zlib'
import type { Fields } from './oracle/witness.ts'

/** A desk takes no longer ones, in bytes: it hears none of them. */
const mostBytes = { head: 65_536, body: 262_144 }

/**
 * Null for what holds no record. `isPlain`: whole, in one of the two forms a desk has to read. A
 * packed one is none of them, and a desk may read it.
 */
export function readAnswer(answer: string): { record: Fields; isPlain: boolean } | null {
  const end = answer.indexOf('\r\n\r\n')
  if (end === -1) return null
  const head = answer.slice(0, end).toLowerCase()
  const isPacked = head.includes('content-encoding: gzip')
  const body = Buffer.from(answer.slice(end + 4), 'latin1')
  const text = (isPacked ? unpacked(body) : body).toString('utf8')
  const length = Number(/content-length: (\d+)/.exec(head)?.[1] ?? '-1')
  const isPlain =
    !isPacked &&
    end <= mostBytes.head &&
    answer.length - end - 4 <= mostBytes.body &&
    head.startsWith('http/1.1 200') &&
    (head.includes('application/vnd.pay+json') || isWholeForm(head, text)) &&
    length === answer.length - end - 4
  const record = fromJson(text) ?? fromForm(text)
  return record === null ? null : { record, isPlain }
}

function unpacked(body: Buffer): Buffer {
  try {
    return gunzipSync(body, { maxOutputLength: 4 * mostBytes.body })
  } catch {
    // Cut or spoilt on the way: nobody can read it.
    return Buffer.alloc(0)
  }
}

/** Null where the answer names none, or names it twice: one of the two is made up. */
export const serialIn = (answer: string): string | null =>
  answer.split(/(?<![\w-])serial-number["=]/).length === 2
    ? (readAnswer(answer)?.record['serial-number'] ?? null)
    : null

/** As older hosts answer: every value ends in a newline, and no name comes twice. */
function isWholeForm(head: string, text: string): boolean {
  const pairs = text.split('&')
  const names = new Set(pairs.map((pair) => pair.split('=')[0]))
  return (
    head.includes('content-type: text/html') &&
    names.size === pairs.length &&
    // Two flat patterns: one with a group that repeats has no room for an endless value.
    pairs.every((pair) => /^[a-z0-9-]+=[^&=]*\n$/.test(pair) && !/%(?![0-9A-F]{2})/.test(pair))
  )
}

function fromJson(text: string): Fields | null {
  try {
    const json: unknown = JSON.parse(text)
    if (typeof json !== 'object' || json === null || Array.isArray(json)) return null
    // Some hosts write ids as numbers. None of theirs is longer than a number holds exactly.
    return Object.fromEntries(Object.entries(json).map(([name, value]) => [name, String(value)]))
  } catch {
    // Spoilt on purpose: it holds no record then.
    return null
  }
}

function fromForm(text: string): Fields | null {
  if (!text.includes('type=')) return null
  return Object.fromEntries(
    [...new URLSearchParams(text)].map(([name, value]) => [name, value.trim()]),
  )
}

/** The same answer with another record in it, written as the host writes. */
export function frame(answer: string, record: Fields): string {
  const end = answer.indexOf('\r\n\r\n')
  const head = answer.slice(0, end)
  const text = answer.slice(end + 4)
  const written = text.startsWith('{') ? likeJson(text, record) : likeForm(text, record)
  const body = Buffer.from(written).toString('latin1')
  return `${head.replace(/content-length: \d+/i, `content-length: ${body.length}`)}\r\n\r\n${body}`
}

/** Digits stay a number under the names under which the host wrote one. */
function likeJson(text: string, record: Fields): string {
  const parts = Object.entries(record).map(([name, value]) => {
    const isNumber = /^[1-9]\d*$/.test(value) && new RegExp(`"${name}":\\d`).test(text)
    return `${JSON.stringify(name)}:${isNumber ? value : JSON.stringify(value)}`
  })
  return `{${parts.join(',')}}`
}

function likeForm(text: string, record: Fields): string {
  const written = Object.entries(record)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}\n`)
    .join('&')
  return text.includes('%20') ? written : written.replaceAll('%20', '+')
}

/** What a record says, without what is new in every answer. */
export function saidIn(record: Fields): string {
  const { 'serial-number': _serial, ...rest } = record
  return JSON.stringify(rest)
}
