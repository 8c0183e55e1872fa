// Describes an update and signs it, offline: each person runs it on a computer of their own, with
// one key. It sends nothing and reads no key but the one it is told to.
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
} from 'node:crypto'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { formatMessage } from '#wording/format-messages.ts'
import { canonicalText } from '../src/shared/canonical.ts'
import { parseKeySet, parseUpdate, type Signed } from '../src/main/updates/description.ts'
import { checkKeySet, checkUpdate } from '../src/main/updates/check-update.ts'
import { readKeys } from '../src/main/updates/memory.ts'
import { refusals } from '../src/main/updates/refusal.ts'
import { signedBytes } from '../src/main/updates/signatures.ts'

const usage = `Describes an update of Paydesk and signs it. Nothing is sent.

  npm run -s sign-update -- key --out KEY.pem
      Makes a key. Prints its public half, which goes into a set of keys. Keep KEY.pem offline.
  npm run -s sign-update -- keys --number N --key PUBLIC --key PUBLIC --key PUBLIC --until DAY --out FILE
      Describes set N of three public keys, which sign until that day. Unsigned.
  npm run -s sign-update -- describe --file PACKAGE --version X.Y.Z --channel stable|beta
      --platform linux|win32|darwin --arch x64|arm64 --form deb|appimage|nsis|dmg
      --keys N --days 1..90 --out FILE
      Describes a package, valid from now on for so many days. Unsigned.
  npm run -s sign-update -- sign --key KEY.pem FILE
      Adds this key's signature to FILE. Read what it prints before you hand it on.
  npm run -s sign-update -- combine --out FILE FILE FILE …
      One file with the signatures of several, which must describe the very same.
  npm run -s sign-update -- verify --keys SET.json --installed X.Y.Z FILE
      Says what a Paydesk of that version, with these keys, would say. Exits 1 when it refuses.
      A set of keys is verified against the one before it; leave --installed out then.`

type Body = Parameters<typeof signedBytes>[0]
type AnySigned = Signed<Body>

/** Thrown for what a person typed; its text is all that is printed. */
class Refusal extends Error {}
const need = <T>(value: T | undefined, what: string): T => {
  if (value === undefined) throw new Refusal(`${what} is missing.\n\n${usage}`)
  return value
}

function read(file: string): AnySigned {
  const bytes = readFileSync(file)
  const update = parseUpdate(bytes)
  const parsed = 'signed' in update ? update : parseKeySet(bytes)
  if ('signed' in parsed) return parsed.signed
  const code = 'refused' in update ? update.refused : parsed.refused
  throw new Refusal(`${file}: ${formatMessage(refusals[code])}`)
}

function write(file: string, signed: AnySigned): void {
  const text = canonicalText(signed as never)
  writeFileSync(file, text)
  try {
    read(file)
  } catch (error) {
    throw new Refusal(`What was asked for can’t be described. ${(error as Error).message}`)
  }
}

const rawKeyOf = (pem: string): string => {
  const { x = '' } = createPublicKey(pem).export({ format: 'jwk' })
  return Buffer.from(x, 'base64url').toString('base64')
}

const whole = (text: string | undefined, what: string): number => {
  const value = Number(need(text, what))
  if (!Number.isSafeInteger(value) || value < 1) throw new Refusal(`${what} is no whole number.`)
  return value
}

interface Given {
  values: Record<string, string | undefined>
  publicKeys: string[]
  files: string[]
  now: number
}

const commands: Record<string, (given: Given) => string> = {
  key: ({ values }) => {
    const { privateKey } = generateKeyPairSync('ed25519')
    const pem = String(privateKey.export({ type: 'pkcs8', format: 'pem' }))
    writeFileSync(need(values['out'], '--out'), pem, { mode: 0o600, flag: 'wx' })
    return rawKeyOf(pem)
  },
  keys: ({ values, publicKeys }) => {
    const notAfter = Date.parse(`${need(values['until'], '--until')}T23:59:59Z`)
    const version = whole(values['number'], '--number')
    const keys = publicKeys.map((key) => ({ key, notAfter }))
    const out = need(values['out'], '--out')
    write(out, { body: { type: 'paydesk-update-keys', version, keys }, signatures: [] })
    return canonicalText({ type: 'paydesk-update-keys', version, keys })
  },
  describe: ({ values, now }) => {
    const file = need(values['file'], '--file')
    const days = whole(values['days'], '--days')
    const bytes = readFileSync(file)
    const body = {
      type: 'paydesk-update',
      version: need(values['version'], '--version'),
      channel: need(values['channel'], '--channel'),
      platform: need(values['platform'], '--platform'),
      arch: need(values['arch'], '--arch'),
      form: need(values['form'], '--form'),
      sha512: createHash('sha512').update(bytes).digest('hex'),
      size: statSync(file).size,
      ...{ describedAt: now, notBefore: now, notAfter: now + days * 86_400_000 },
      keySet: whole(values['keys'], '--keys'),
    }
    write(need(values['out'], '--out'), { body, signatures: [] })
    return shown(body)
  },
  sign: ({ publicKeys, files }) => {
    const file = need(files[0], 'The file to sign')
    const pem = readFileSync(need(publicKeys[0], '--key'), 'utf8')
    const { body, signatures } = read(file)
    const key = rawKeyOf(pem)
    if (signatures.some((one) => one.key === key))
      throw new Refusal(`${file} has this key's signature already.`)
    const signature = sign(null, signedBytes(body), createPrivateKey(pem)).toString('base64')
    write(file, { body, signatures: [...signatures, { key, signature }] })
    return shown(body)
  },
  combine: ({ values, files }) => {
    const [first, ...others] = files.map(read)
    const { body } = need(first, 'A file to combine')
    const isSame = (one: AnySigned): boolean => signedBytes(one.body).equals(signedBytes(body))
    if (!others.every(isSame)) throw new Refusal('The files describe different things.')
    const all = [need(first, ''), ...others].flatMap(({ signatures }) => signatures)
    const signatures = [...new Map(all.map((one) => [one.key, one])).values()]
    write(need(values['out'], '--out'), { body, signatures })
    return `${signatures.length} signatures`
  },
  verify: ({ values, files, now }) => {
    const keysFile = need(values['keys'], '--keys')
    const text = readFileSync(need(files[0], 'The file to verify'))
    const held = readFileSync(keysFile, 'utf8')
    const inFile = parseKeySet(Buffer.from(held))
    const keySet = 'signed' in inFile ? inFile.signed.body : readKeys(held)
    if (keySet === null) throw new Refusal(`${keysFile} is no set of keys.`)
    const seen = { description: null, highest: null, time: 0 }
    const update = parseUpdate(text)
    if ('refused' in update) {
      const checked = checkKeySet(text, { keySet, now, seen })
      if ('refused' in checked) throw new Refusal(formatMessage(refusals[checked.refused]))
      return `Set ${checked.keySet.version} may follow set ${keySet.version}.`
    }
    const installed = need(values['installed'], '--installed')
    const { body } = update.signed
    const checked = checkUpdate(text, { keySet, now, installed, place: body, seen })
    if (checked.outcome === 'newer') return `Paydesk ${installed} would install ${body.version}.`
    throw new Refusal(formatMessage(refusals[checked.code]))
  },
}

const shown = (body: Body): string =>
  Object.entries(body as Record<string, unknown>)
    .map(([name, value]) => {
      const isTime = /At$|^not/.test(name)
      return `${name}: ${isTime ? new Date(Number(value)).toISOString() : JSON.stringify(value)}`
    })
    .join('\n')

/** What it prints, and its exit code. */
export function runSignUpdate(args: string[], now: number): { said: string; code: 0 | 1 | 2 } {
  try {
    const text = { type: 'string' } as const
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        ...{ out: text, number: text, until: text, file: text, version: text, channel: text },
        ...{ platform: text, arch: text, form: text, keys: text, days: text, installed: text },
        key: { type: 'string', multiple: true },
      },
    })
    const [name = '', ...files] = positionals
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined
    if (command === undefined) return { said: usage, code: 2 }
    const { key = [], ...rest } = values
    return { said: command({ values: rest, publicKeys: key, files, now }), code: 0 }
  } catch (error) {
    // What a person typed: the words alone, without where in the program.
    return { said: error instanceof Error ? error.message : String(error), code: 1 }
  }
}

if (import.meta.main) {
  const { said, code } = runSignUpdate(process.argv.slice(2), Date.now())
  process.stdout.write(`${said}\n`)
  process.exitCode = code
}
