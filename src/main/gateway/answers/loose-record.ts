// Answers to questions whose bytes are not as the interface describes them: labelled otherwise,
// wrapped, packed, or with a name in another alphabet. Pure; called by answer.ts for questions
// alone. MONEY: nothing here may ever read the answer to a request that moves something.
import { say } from '#shared/message.ts'
import { gunzipSync } from 'node:zlib'
import type { Answered } from '../transport/exchange.ts'
import {
  collect,
  decodeForm,
  formPieces,
  jsonMembers,
  type Pairs,
  type ParsedRecord,
  decodeText,
} from './answer-record.ts'
import { hyphened, isDeciding } from './answer-keys.ts'
import { hideEchoes } from './clean-text.ts'
import { looseFormText, looseText } from './loose-text.ts'

/** What a packed answer may become. */
const mostUnpacked = 4_194_304

/** Null where nothing more can be read than the strict way read. */
export function looseRecord(
  { headers, body, complete }: Pick<Answered, 'headers' | 'body' | 'complete'>,
  cardNumbers: readonly string[],
): ParsedRecord | null {
  const bytes = unpacked(body, headers['content-encoding'] ?? '')
  if (bytes === null) return null
  const utf8 = decodeText(bytes)
  // As bytes, each a character: every field finds its own alphabet later.
  const text = hideEchoes(utf8 ?? Buffer.from(bytes).toString('latin1'), cardNumbers).trim()
  const isUtf8 = utf8 !== null
  if (/^[[{]/.test(text)) {
    const pairs = jsonMembers(unwrapped(text))
    return 'why' in pairs ? pairs : collectLoosely(named(pairs.pairs), isUtf8 ? asText : fromBytes)
  }
  const pairs = formPieces(text)
  if (pairs === null || !pairs.some(([name]) => name === 'type')) return null
  const inHyphens = named(pairs)
  const isPacked = bytes !== body
  if (!complete && !isPacked && !mayEndThere(inHyphens)) return null
  return collectLoosely(inHyphens, fromForm(isUtf8 ? 'utf8' : 'latin1'))
}

function unpacked(body: Buffer, coding: string): Uint8Array | null {
  const name = coding.trim().toLowerCase()
  if (name === '' || name === 'identity') return body
  if (name !== 'gzip' && name !== 'x-gzip') return null
  try {
    return gunzipSync(body, { maxOutputLength: mostUnpacked })
  } catch {
    // Broken, cut or endless: as unreadable as before.
    return null
  }
}

/** The one object in a list of one, or in an object of one field; twice at most. */
function unwrapped(text: string): string {
  let inner = text
  for (let layer = 0; layer < 2; layer += 1) {
    if (inner.startsWith('[') && inner.endsWith(']')) inner = inner.slice(1, -1).trim()
    else {
      const members = jsonMembers(inner)
      const [only] = 'pairs' in members && members.pairs.length === 1 ? members.pairs : []
      if (only === undefined || !/^[[{]/.test(only[1])) return inner
      inner = only[1].trim()
    }
  }
  return inner
}

const named = (pairs: Pairs): Pairs => pairs.map(([name, value]) => [hyphened(name.trim()), value])

/** All that tells what became of an order, whichever of them stands last. */
const tells = [
  'type',
  'status',
  'transaction-type',
  'order-stage',
  'amount',
  'currency',
  'paynet-order-id',
  'merchant-order-id',
]

/**
 * Form text that nothing but the closing of the connection ends. What is missing may have been cut
 * off, so all that decides must be there, and the last value, which may be cut, must not.
 */
const mayEndThere = (pairs: Pairs): boolean =>
  tells.every((name) => pairs.some(([one, value]) => one === name && value.trim() !== '')) &&
  !isDeciding(pairs.at(-1)?.[0] ?? '')

/** A value, and whether it came as it should be written. */
type ValueReader = (reported: string) => { value: string; isExact: boolean }

const asText: ValueReader = (reported) => ({ value: reported, isExact: true })

const fromBytes: ValueReader = (reported) => ({
  // Above a byte there is only what JSON wrote as an escape.
  value: /[^\0-\xff]/.test(reported) ? reported : looseText(Buffer.from(reported, 'latin1')),
  isExact: /^[\0-\x7f]*$/.test(reported),
})

const fromForm =
  (encoding: 'utf8' | 'latin1'): ValueReader =>
  (reported) => {
    const exact = encoding === 'latin1' && /[^\0-\x7f]/.test(reported) ? null : decodeForm(reported)
    return { value: exact ?? looseFormText(reported, encoding), isExact: exact !== null }
  }

/**
 * Values that decide something must be exact; a field told twice must say the same twice.
 */
function collectLoosely(pairs: Pairs, read: ValueReader): ParsedRecord {
  const once = new Map<string, string>()
  for (const [name, reported] of pairs) {
    const { value, isExact } = read(reported)
    if (isDeciding(name) && !isExact) return { why: say('gateway.it-holds-a-broken-character') }
    const known = once.get(name)
    if (known !== undefined && known !== value.trim())
      return { why: say('gateway.it-has-one-field-twice') }
    once.set(name, value.trim())
  }
  return collect([...once])
}
