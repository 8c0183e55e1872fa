// Reads an answer of the service as it lies on the wire and frames another record in its place. Pure.
import type { Fields } from './oracle/witness.ts'

/** Null for what holds no record. `isPlain`: whole, in JSON, as the interface has it. */
export function readAnswer(answer: string): { record: Fields; isPlain: boolean } | null {
  const end = answer.indexOf('\r\n\r\n')
  if (end === -1) return null
  const head = answer.slice(0, end).toLowerCase()
  const text = Buffer.from(answer.slice(end + 4), 'latin1').toString('utf8')
  const length = Number(/content-length: (\d+)/.exec(head)?.[1] ?? '-1')
  const isPlain =
    head.startsWith('http/1.1 200') &&
    head.includes('application/vnd.pay+json') &&
    length === answer.length - end - 4
  const record = fromJson(text) ?? fromForm(text)
  return record === null ? null : { record, isPlain }
}

function fromJson(text: string): Fields | null {
  try {
    const json: unknown = JSON.parse(text)
    const isRecord = typeof json === 'object' && json !== null && !Array.isArray(json)
    return isRecord ? (json as Fields) : null
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

/** The same answer with another record in it. */
export function frame(answer: string, record: Fields): string {
  const body = Buffer.from(JSON.stringify(record)).toString('latin1')
  const head = answer.slice(0, answer.indexOf('\r\n\r\n'))
  return `${head.replace(/content-length: \d+/i, `content-length: ${body.length}`)}\r\n\r\n${body}`
}

/** What a record says, without what is new in every answer. */
export function saidIn(record: Fields): string {
  const { 'serial-number': _serial, ...rest } = record
  return JSON.stringify(rest)
}
