// Secrets that must be found nowhere, in every form they could be written down in, and a search
// that looks for all of them, inside archives too.
import { createPrivateKey } from 'node:crypto'
import { relative } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import { filesBelow } from '../files-below.ts'
import { squeezedBytes } from './card-spellings.ts'

/**
 * Passes the check digit of card numbers; nobody's, and in no file of this project but this one.
 */
export const canaryCard = '4929371845026736'
export const canaryCvv = '7391'
/** Of a brand whose code has four digits, as that one. */
export const canaryAmex = '374929184502670'

interface Hay {
  bytes: Buffer
  /** One character a byte. */
  text: string
  /** In one spelling; made once for all numbers, as it takes long. */
  squeezed(): string
}
interface Needle {
  name: string
  isIn(hay: Hay): boolean
}

const bytes = (name: string, needle: Buffer): Needle => ({
  name,
  isIn: (hay) => hay.bytes.includes(needle),
})

/** Base64 depends on what stands before: what is the same for each of the three ways to fall. */
function base64s(secret: Buffer): string[] {
  return [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), secret]).toString('base64')
    return text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + secret.length) * 8) / 6))
  })
}

function written(name: string, secret: Buffer): Needle[] {
  const hex = secret.toString('hex')
  const forms: [string, Buffer][] = [
    ['as it is', secret],
    ['in hex', Buffer.from(hex)],
    ['in HEX', Buffer.from(hex.toUpperCase())],
    ['in UTF-16', Buffer.from(secret.toString('latin1'), 'utf16le')],
    ...base64s(secret).flatMap((text): [string, Buffer][] => [
      ['in base64', Buffer.from(text)],
      ['in base64url', Buffer.from(text.replaceAll('+', '-').replaceAll('/', '_'))],
    ]),
  ]
  return forms.map(([form, needle]) => bytes(`${name} ${form}`, needle))
}

function cardNeedles(card: string): Needle[] {
  const grouped = (mark: string) => (card.match(/\d{4}/g) ?? []).join(mark)
  // First six and last four digits may be shown; eleven in a row are more than that.
  const windows = Array.from({ length: card.length - 10 }, (_, at) => card.slice(at, at + 11))
  return [
    ...written('the card number', Buffer.from(card)),
    ...[' ', '-', '\u202f', '%20', '+'].map((mark) =>
      bytes(`the card number grouped by “${mark}”`, Buffer.from(grouped(mark))),
    ),
    {
      name: 'the card number in some spelling',
      isIn: ({ squeezed }) => squeezed().includes(card),
    },
    ...windows.map((digits) => bytes('eleven digits of the card number', Buffer.from(digits))),
  ]
}

/** Four digits alone: within longer words they are chance, also between the signs of base64. */
const cvvAlone = new RegExp(
  String.raw`(?<![0-9A-Za-z.-])(?<![0-9A-Za-z+/]{16}[+/])${canaryCvv}(?![0-9A-Za-z.-])(?![+/][0-9A-Za-z+/]{16})`,
)
const cvvNeedle: Needle = { name: 'the security code', isIn: ({ text }) => cvvAlone.test(text) }

function keyNeedles(pem: string): Needle[] {
  const jwk = createPrivateKey(pem).export({ format: 'jwk' })
  return (['d', 'p', 'q', 'dp', 'dq', 'qi'] as const).flatMap((part) => [
    ...written(`the private key’s ${part}`, Buffer.from(jwk[part]!, 'base64url').subarray(8, 40)),
    bytes(`the private key’s ${part} in a JWK`, Buffer.from(jwk[part]!.slice(0, 40))),
  ])
}

export const numberNeedles: readonly Needle[] = [canaryCard, canaryAmex].flatMap(cardNeedles)
export const typedNeedles: readonly Needle[] = [...numberNeedles, cvvNeedle]

export const needlesFor = (secrets: { controlKey: string; pems: string[] }): Needle[] => [
  ...typedNeedles,
  ...written('the control key', Buffer.from(secrets.controlKey)),
  ...secrets.pems.flatMap(keyNeedles),
  bytes('a PEM of a private key', Buffer.from('PRIVATE KEY-----')),
]

/** The names of everything found; a ZIP archive is opened. */
export function foundIn(hay: Buffer, needles: readonly Needle[]): string[] {
  const parts = [hay, ...inflated(hay)]
  const names = parts.flatMap((bytes) => {
    let squeezed: string | undefined
    const hay: Hay = {
      ...{ bytes, text: bytes.toString('latin1') },
      squeezed: () => (squeezed ??= squeezedBytes(bytes)),
    }
    return needles.filter((needle) => needle.isIn(hay)).map(({ name }) => name)
  })
  return [...new Set(names)]
}

/** Entries of a ZIP archive (APPNOTE 4.3.12): the central directory says where each begins. */
function inflated(hay: Buffer): Buffer[] {
  if (hay.subarray(0, 4).toString('latin1') !== 'PK\x03\x04') return []
  const entries: Buffer[] = []
  const mark = Buffer.from('PK\x01\x02', 'latin1')
  for (let at = hay.indexOf(mark); at !== -1; at = hay.indexOf(mark, at + 46)) {
    const [method, size, start] = [
      hay.readUInt16LE(at + 10),
      hay.readUInt32LE(at + 20),
      hay.readUInt32LE(at + 42),
    ]
    const from = start + 30 + hay.readUInt16LE(start + 26) + hay.readUInt16LE(start + 28)
    const packed = hay.subarray(from, from + size)
    entries.push(method === 0 ? packed : inflateRawSync(packed))
  }
  return entries
}

/** Every file below the folder that holds something, with what it holds. */
export function foundBelow(folder: string, needles: readonly Needle[]): string[] {
  return filesBelow(folder).flatMap(({ path, content }) =>
    foundIn(content, needles).map((name) => `${relative(folder, path)}: ${name}`),
  )
}

/** Everything the program writes to its console, until `stop`. */
export function listenToConsole(): { text(): string; stop(): void } {
  let heard = ''
  const streams = [process.stdout, process.stderr].map((stream) => ({
    stream,
    write: stream.write,
  }))
  for (const { stream, write } of streams)
    stream.write = ((...call: Parameters<typeof write>) => {
      heard += String(call[0])
      return write.apply(stream, call)
    }) as typeof write
  const names = ['log', 'info', 'warn', 'error', 'debug'] as const
  const own = names.map((name) => [name, console[name]] as const)
  for (const [name, say] of own)
    console[name] = (...message: unknown[]) => {
      heard += `${message.map((word) => (word instanceof Error ? word.stack : JSON.stringify(word))).join(' ')}\n`
      say(...message)
    }
  return {
    text: () => heard,
    stop: () => {
      for (const { stream, write } of streams) stream.write = write
      for (const [name, say] of own) console[name] = say
    },
  }
}
