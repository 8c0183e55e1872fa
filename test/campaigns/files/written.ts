// Writes one list of refunds in as many ways as programs and people write it. Shares no code with
// the reader: an amount is written from its minor units by text alone.
import type { ReadChoices } from '#shared/files/file-row.ts'
import type { Random } from '../faults/random.ts'
import { workbook } from './workbook.ts'

export interface Refund {
  orderId: string
  minor: bigint
  currency: string
  digits: number
  reason: string
}

const currencies: readonly (readonly [string, number])[] = [
  ['EUR', 2],
  ['USD', 2],
  ['PLN', 2],
  ['JPY', 0],
  ['KRW', 0],
  ['KWD', 3],
  ['BHD', 3],
]
const reasons = [
  'Damaged',
  'Came late',
  'Zwrot',
  'Rückgabe',
  'Sent twice, says the customer',
  'Réclamation',
]

/** IDs up to 19 digits, all of one length as a gateway gives them. */
export function drawRefunds(random: Random, count = 2 + random.below(40)): Refund[] {
  const length = random.pick([7, 10, 12, 15, 17, 18, 19])
  // A gateway counts on: its ids begin alike.
  const start = `${1 + random.below(7)}${100 + random.below(900)}`
  return Array.from({ length: count }, (_, at) => {
    const [currency, digits] = random.pick(currencies)
    const body = Array.from({ length: Math.max(0, length - 8) }, () => random.below(10)).join('')
    return {
      orderId: `${start}${body}${String(at).padStart(length < 8 ? 3 : 4, '0')}`,
      minor: BigInt(1 + random.below(random.pick([900, 90_000, 9_000_000]))),
      ...{ currency, digits, reason: random.pick(reasons) },
    }
  })
}

const encodings = [
  ...['utf-8', 'utf-8-marked', 'utf-16le', 'utf-16be', 'windows-1250', 'windows-1252'],
  ...['iso-8859-2', 'iso-8859-15'],
] as const
const headsOf: readonly (readonly string[])[] = [
  ['Order ID', 'Amount', 'Currency', 'Reason'],
  ['Bestellnummer', 'Betrag', 'Währung', 'Grund'],
  ['Nr zamówienia', 'Kwota', 'Waluta', 'Powód'],
  ['Nº de pedido', 'Importe', 'Moneda', 'Motivo'],
]

export interface Writing {
  bytes: Buffer
  /** What a person who knows the file answers when asked. */
  answers: ReadChoices
}

interface Way {
  mark: '.' | ','
  group: string
  minus: '' | 'before' | 'behind' | 'around'
  zeros: boolean
}

/** "1.250,50" of 125050 with two decimals. */
function amountText({ minor, digits }: Refund, { mark, group, minus }: Way): string {
  const all = minor.toString().padStart(digits + 1, '0')
  const whole = all.slice(0, all.length - digits).replace(/\B(?=(?:\d{3})+$)/g, group)
  const text = digits === 0 ? whole : `${whole}${mark}${all.slice(-digits)}`
  return minus === ''
    ? text
    : minus === 'before'
      ? `-${text}`
      : minus === 'behind'
        ? `${text}-`
        : `(${text})`
}

const encoded = (text: string, encoding: string): Buffer => {
  if (encoding === 'utf-8') return Buffer.from(text)
  if (encoding === 'utf-8-marked') return Buffer.from(`\ufeff${text}`)
  if (encoding === 'utf-16le') return Buffer.from(`\ufeff${text}`, 'utf16le')
  if (encoding === 'utf-16be') return Buffer.from(`\ufeff${text}`, 'utf16le').swap16()
  const decoder = new TextDecoder(encoding)
  const byLetter = new Map(
    Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte] as const),
  )
  return Buffer.from([...text].map((letter) => byLetter.get(letter) ?? 63))
}

/** Whether an encoding has all letters of a text. */
const canWrite = (text: string, encoding: string): boolean =>
  encoding.startsWith('utf') || new TextDecoder(encoding).decode(encoded(text, encoding)) === text

/** `mayNegate`: amounts may have a minus, which a person then says the meaning of. */
export async function written(
  refunds: readonly Refund[],
  random: Random,
  mayNegate: boolean,
): Promise<Writing> {
  const mark = random.pick(['.', ','] as const)
  const way: Way = {
    mark,
    group: random.pick(['', mark === '.' ? ',' : '.', ' ', "'"]),
    minus:
      mayNegate && random.chance(0.3) ? random.pick(['before', 'behind', 'around'] as const) : '',
    zeros: random.chance(0.2),
  }
  const rows = refunds.map((one) => [
    way.zeros ? `00${one.orderId}` : one.orderId,
    amountText(one, way),
    one.currency,
    one.reason,
  ])
  const heads = random.pick(headsOf)
  const table = shuffledColumns([[...heads], ...rows], random)
  const answers: ReadChoices = {
    decimalMark: mark,
    ...(way.minus === '' ? {} : { minus: 'amount' }),
  }
  if (random.chance(0.25))
    return {
      bytes: await workbook({
        sheets: [{ name: 'List', rows: table }],
        shared: random.chance(0.5),
      }),
      answers,
    }
  const separator = random.pick([',', ';', '\t', '|'])
  const quotesAll = random.chance(0.3)
  const cell = (text: string): string =>
    quotesAll || text.includes(separator) ? `"${text}"` : random.chance(0.1) ? ` ${text} ` : text
  const text = table
    .map((cells) => cells.map(cell).join(separator))
    .join(random.pick(['\n', '\r\n']))
    .concat(random.pick(['', '\n', '\r\n\r\n']))
  const encoding = random.pick(encodings.filter((one) => canWrite(text, one)))
  if (!encoding.startsWith('utf')) answers.encoding = encoding
  return { bytes: encoded(text, encoding), answers }
}

/** Moved, and one more that nobody reads. */
function shuffledColumns(table: readonly string[][], random: Random): string[][] {
  const more = random.chance(0.3)
  const wide = table.map((cells, at) =>
    more ? [...cells, at === 0 ? 'Warehouse' : `W${at % 3}`] : cells,
  )
  const order = wide[0]!.map((_cell, at) => at)
  for (let at = order.length - 1; at > 0; at -= 1) {
    const other = random.below(at + 1)
    ;[order[at], order[other]] = [order[other]!, order[at]!]
  }
  return wide.map((cells) => order.map((at) => cells[at]!))
}
