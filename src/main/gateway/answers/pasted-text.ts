// Finds the one callback in what a person pasted: an address, a line of a server's log, a whole
// HTTP request, a form body, JSON, or a dump with a field a line. Pure. It refuses what reads in
// two ways, and names signed fields that a careless paste may have spoilt.
import { say } from '#shared/message.ts'
import { signedByCallback } from '#shared/gateway/callback.ts'
import { type ParsedRecord, readJson, readPairs } from './answer-record.ts'

export type PastedForm = 'address' | 'form' | 'json' | 'fields'

export interface Pasted {
  form: PastedForm
  parsed: ParsedRecord
  /** Fields of the control, or the control, that are not as a gateway writes them. */
  spoilt: string[]
}

const signedNames: readonly string[] = [...signedByCallback, 'merchant_order', 'control']
const isUnsigned = (name: string): boolean => !signedNames.includes(name)

export function readPaste(pasted: string): Pasted {
  const text = withoutEntities(pasted.trim())
  return requestIn(text) ?? jsonIn(text) ?? fieldsIn(text) ?? queryIn(text)
}

const refused = (form: PastedForm, why: string): Pasted => ({ form, parsed: { why }, spoilt: [] })

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&quot;': '"',
  '&#39;': "'",
  '&lt;': '<',
  '&gt;': '>',
}

/** As it stood before a page or a ticket escaped it: only where every & begins an entity. */
function withoutEntities(text: string): string {
  const isEscaped = text.includes('&') && !/&(?!amp;|quot;|#39;|lt;|gt;)/.test(text)
  return isEscaped
    ? text.replace(/&(?:amp|quot|#39|lt|gt);/g, (entity) => entities[entity] ?? entity)
    : text
}

/** Head and body, as a tool records a request; the callback is in the one that has a control. */
function requestIn(text: string): Pasted | null {
  const head = /^[A-Z]+ +(\S+) +HTTP\/[\d.]+[ \t]*\r?\n((?:[A-Za-z0-9-]+:.*(?:\r?\n|$))*)/.exec(
    text,
  )
  if (head === null) return null
  const body = text.slice(head[0].length).trim()
  const inAddress = hasControl(head[1] ?? '')
  if (inAddress && hasControl(body))
    return refused('address', say('gateway.it-holds-two-callbacks'))
  if (body === '' || inAddress) return queryIn(head[1] ?? '')
  return jsonIn(body) ?? queryIn(body)
}

const hasControl = (text: string): boolean => /(?<![\w.-])"?control"?\s*[=:]/.test(text)

/** One JSON object, alone or behind the beginning of a line of a log. */
function jsonIn(text: string): Pasted | null {
  if (!text.startsWith('{')) {
    const inside = /\{[^]*\}/.exec(text)?.[0] ?? ''
    if (inside === '' || hasControl(text.replace(inside, ''))) return null
    const parsed = readJson(inside)
    return 'record' in parsed && 'control' in parsed.record ? jsonOf(parsed) : null
  }
  const parsed = readJson(text)
  if ('why' in parsed) return fieldsIn(text) ?? jsonOf(parsed)
  if ('control' in parsed.record) return jsonOf(parsed)
  // A log in JSON has the request as the text of one of its fields.
  const lines = Object.values(parsed.record).filter(hasControl)
  return lines.length === 1 ? queryIn(lines[0]!) : jsonOf(parsed)
}

const jsonOf = (parsed: ParsedRecord): Pasted => ({ form: 'json', parsed, spoilt: [] })

/** What a dump has around its fields, and the fields themselves. */
const frame = /^(?:(?:.*\s)?array ?(?:\(\d+\))? ?[({]?|[()[\]{}]+[,;]?)$/i
const fieldLines = [
  /^\[["']?([A-Za-z0-9_.-]+)["']?\] *=> *(?:string\(\d+\) *)?(.*)$/,
  /^["']([A-Za-z0-9_.-]+)["'] *(?:=>|:) *(.*?),?$/,
  /^([A-Za-z0-9_.-]+) *(?:=>|:|=|\t) *(.*)$/,
]

/** A dump with a field a line, as print_r, var_dump and many a log write it; null for others. */
function fieldsIn(text: string): Pasted | null {
  const lines = text
    .replace(/=>[ \t]*\r?\n\s*/g, '=> ')
    .split('\n')
    .map((line) => line.trimStart())
    .filter((line) => line !== '' && !frame.test(line.trimEnd()))
  if (lines.length < 3) return null
  const found = lines.map((line) =>
    fieldLines.map((form) => form.exec(line)).find((one) => one !== null),
  )
  if (!found.every((match) => match !== undefined)) return null
  const pairs = found.map(([, name = '', value = '']): [string, string] => [
    name,
    unquoted(value.trim()),
  ])
  if (pairs.every(([name]) => isUnsigned(name))) return null
  if (new Set(pairs.map(([name]) => name)).size < pairs.length)
    return refused('fields', say('gateway.it-has-one-field-twice'))
  const parsed = readJson(JSON.stringify(Object.fromEntries(pairs)))
  // Whether these values are still encoded can't be seen.
  return { form: 'fields', parsed, spoilt: spoiltOf(pairs, /[%+]/) }
}

const unquoted = (value: string): string => /^(["'])(.*)\1$/.exec(value)?.[2] ?? value

/** The signed fields whose text has what no sender writes there. */
const spoiltOf = (pairs: readonly (readonly [string, string])[], wrong: RegExp): string[] =>
  pairs.filter(([name, value]) => !isUnsigned(name) && wrong.test(value)).map(([name]) => name)

interface Piece {
  query: string
  isAddress: boolean
  names: string[]
}

/** The query in an address, a log's line or any other text around it, or a bare query or body. */
function queryIn(text: string): Pasted {
  const pieces = piecesOf(text)
  const whole = new Set(pieces.filter(isWhole).map(({ query }) => query))
  if (whole.size > 1) return refused('address', say('gateway.it-holds-two-callbacks'))
  const piece = pieces.find(isWhole) ?? alone(pieces)
  return piece === undefined ? bare(text) : pairsIn(piece.query, piece.isAddress)
}

/** All that a control covers, and the control. */
const isWhole = ({ names }: Piece): boolean =>
  ['status', 'orderid', 'control'].every((name) => names.includes(name)) &&
  ['client_orderid', 'merchant_order'].some((name) => names.includes(name))

/** The only piece that has fields of a callback: something of them is missing in it. */
function alone(pieces: readonly Piece[]): Piece | undefined {
  const some = pieces.filter(({ names }) => names.some((name) => !isUnsigned(name)))
  return some.length === 1 && some[0]!.isAddress ? some[0] : undefined
}

/** What stands between blanks, quotes and angle brackets: no query has them as it is sent. */
function piecesOf(text: string): Piece[] {
  return [...text.matchAll(/[^\s"<>`]+/g)].map((match) => {
    const after = text.slice(match.index + match[0].length)
    const token = /'[^']*\?([^']*)/.exec(match[0])?.[0].slice(1) ?? match[0]
    const [question, equals] = [token.indexOf('?'), token.indexOf('=')]
    const isAddress = question !== -1 && question < equals
    const sent = isAddress ? token.slice(question + 1).replace(/#.*$/, '') : token
    const isEnd = !/^["<>`]|^ HTTP\//.test(after)
    const query = isEnd ? withoutMark(sent) : sent
    return { query, isAddress, names: query.split('&').map((pair) => pair.split('=')[0] ?? '') }
  })
}

/** A sentence's mark behind a control or an order id is no part of either. */
const withoutMark = (query: string): string =>
  query.replace(/((?:^|&)(?:control=[A-Za-z0-9%+/=]+|orderid=\d+))[^A-Za-z0-9%+/=&]+$/, '$1')

/** The whole text, up to what a log writes behind the request. */
function bare(text: string): Pasted {
  const line = text.replace(/^(?:GET|POST)\s+/, '').replace(/\s+HTTP\/[\d.]+\s*$/, '')
  const question = line.indexOf('?')
  const equals = line.indexOf('=')
  const isAddress = /^https?:\/\//i.test(line) || (question !== -1 && question < equals)
  if (!isAddress) return pairsIn(line, false)
  const query = question === -1 ? '' : line.slice(question + 1).replace(/#.*$/s, '')
  return query === ''
    ? refused('address', say('gateway.the-address-has-no-query'))
    : pairsIn(query, true)
}

function pairsIn(query: string, isAddress: boolean): Pasted {
  const form = isAddress ? 'address' : 'form'
  const parsed = readPairs(query, isUnsigned)
  if ('why' in parsed && query.includes('&amp;'))
    return refused(form, say('gateway.it-mixes-two-escapings'))
  if ('why' in parsed && /=>|': |": /.test(query))
    return refused(form, say('gateway.it-is-another-dump'))
  const raw = query.split('&').map((pair): [string, string] => {
    const [name = '', ...value] = pair.split('=')
    return [name.trim(), value.join('=').trim()]
  })
  const last = raw.at(-1) ?? ['', '']
  const isMarked = !isUnsigned(last[0]) && /[.,;:!?)\]}]$/.test(last[1])
  const spoilt = [...spoiltOf(raw, /[\s"'<>`]/), ...(isMarked ? [last[0]] : [])]
  return { form, parsed, spoilt: [...new Set(spoilt)] }
}
