// Somebody reads the security model and looks for the test behind a sentence: every claim names
// one, and every test it names is there, by its file and by its title. The inventory of
// cryptography names what the code uses.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const top = join(import.meta.dirname, '../..')
const text = readFileSync(join(top, 'docs/security.md'), 'utf8')
const rooms = 'abuse|campaigns|journeys|main|package|renderer|sandbox|screens|scripts|shared'
const name = new RegExp(
  String.raw`\b((?:${rooms})\/[a-z0-9-]+(?:\/[a-z0-9-]+)*(?:\.window)?)(?!\.m?[jt]s|[\w/-])`,
  'g',
)
/** A test by its file, and a part of its title as somebody would search for it. */
const titled = /(?:^|[^\w/])(?:test\/)?([a-z0-9-]+(?:\/[a-z0-9-]+)+(?:\.window)?)[`]? “([^”]+)”/g

const fileOf = (path: string): string => join(top, 'test', `${path}.test.ts`)
const isThere = (path: string): boolean =>
  existsSync(fileOf(path)) ||
  // Tools and rooms are named as well.
  [path, `src/${path}`, `test/${path}`].some((place) => existsSync(join(top, place)))

/** The first thing that it(), test() or describe() is given, or a test made for each row. */
const literal = /(['"`])((?:(?!\1)[^\\\n]|\\.)*)\1,\s*(?:async\s*)?(?:\(|\{|function)/g
const titlesOf = (source: string): string[] =>
  [...source.matchAll(literal)].map(([, , title]) => (title ?? '').replaceAll("\\'", "'"))

/** Citations whose title stands in no test of that file. */
function withoutTest(page: string): string[] {
  return [...page.matchAll(titled)].flatMap(([, path = '', title = '']) => {
    if (!existsSync(fileOf(path))) return [`${path}: no such file`]
    const titles = titlesOf(readFileSync(fileOf(path), 'utf8'))
    return titles.some((one) => one.includes(title)) ? [] : [`${path}: “${title}”`]
  })
}

const sectionOf = (page: string, heading: string): string =>
  new RegExp(String.raw`^## ${heading}[^]*?(?=^## |(?![^]))`, 'm').exec(page)?.[0] ?? ''
/** The cells of each row of the tables of a section, without heads. */
const rowsOf = (section: string): string[][] =>
  [...section.matchAll(/^\|(?: *:?-+:? *\|)+\n((?:\|.*\|\n)+)/gm)].flatMap(([, rows = '']) =>
    rows
      .trim()
      .split('\n')
      .map((row) => row.slice(1, -1).split(/(?<!\\)\|/)),
  )

const namesTest = (claim: string): boolean =>
  [...claim.matchAll(name)].some(([, path]) => isThere(path ?? '')) ||
  // A command that a person runs, or one test for the whole house.
  /`npm run [\w-]+|test\/(?:house|forms|docs\/security)\b/.test(claim)
const namesTitle = (claim: string): boolean => [...claim.matchAll(titled)].length > 0
const isLeft = (claim: string): boolean => /\*\*left\*\*|\*\*not met\*\*/i.test(claim)

/** Sections whose every point is a claim, except under a heading of limits. */
const pointed = ['Secrets', 'Cards', 'Memory', 'The audit log', 'Supply chain', 'Integrity check']
const limits = /^### Limits of [^]*?(?=^#|(?![^]))/gm

/** Claims of the page that name no test, each by its beginning. */
function bareClaims(page: string): string[] {
  const attacks = rowsOf(sectionOf(page, 'Attacks that were tried')).filter(
    ([, held = '']) => !namesTitle(held) && !isLeft(held) && !namesTest(held),
  )
  const protections = rowsOf(sectionOf(page, 'Protections and their tests')).filter(
    ([, , shown = '']) => !namesTest(shown) && !/the preload test|abuse/.test(shown),
  )
  const required = rowsOf(sectionOf(page, 'PCI DSS 4.0.1')).filter(
    ([, state = '', shown = '']) => !isLeft(state) && !namesTest(shown),
  )
  const sentences = rowsOf(sectionOf(page, 'Threat model')).flatMap(([, held = '']) =>
    held.split(/(?<=\))\.\s/).filter((one) => one.trim() !== '' && !namesTest(one)),
  )
  const points = pointed.flatMap((heading) =>
    sectionOf(page, heading).replace(limits, '').split(/^- /m).slice(1),
  )
  return [
    ...[...attacks, ...protections, ...required].map(([claim = '']) => claim),
    ...sentences,
    ...points.filter((one) => !namesTest(one)),
  ].map((claim) => claim.trim().slice(0, 60))
}

describe('the security model', () => {
  it('makes no claim without a test, and says so where nothing stands against an attack', () => {
    expect(rowsOf(sectionOf(text, 'Attacks that were tried')).length).toBeGreaterThan(40)
    expect(rowsOf(sectionOf(text, 'PCI DSS 4.0.1')).length).toBeGreaterThan(15)
    expect(bareClaims(text)).toEqual([])
  })

  it('names a test by its title for almost every attack', () => {
    const rows = rowsOf(sectionOf(text, 'Attacks that were tried'))
    const bare = rows.filter(([, held = '']) => !namesTitle(held)).map(([attack]) => attack)
    expect(bare.length).toBeLessThan(6)
  })

  it('names no test that is not there', () => {
    const named = [...new Set([...text.matchAll(name)].map(([, path]) => path ?? ''))]
    expect(named.length).toBeGreaterThan(30)
    expect(named.filter((path) => !isThere(path))).toEqual([])
    expect([...text.matchAll(titled)].length).toBeGreaterThan(50)
    expect(withoutTest(text)).toEqual([])
  })
})

describe('what this test finds', () => {
  const row = '| Attack | Stopped by |\n| --- | --- |\n'
  it.each([
    [
      'an attack without a test',
      `## Attacks that were tried\n\n${row}| It comes in. | A wall. |\n`,
    ],
    [
      'a file that is not there',
      `## Attacks that were tried\n\n${row}| It comes in. | main/none |\n`,
    ],
    [
      'a requirement without a test',
      `## PCI DSS 4.0.1\n\n| R | State | By |\n| - | - | - |\n| 1 | met | – |\n`,
    ],
    ['a sentence about a protection', `## Threat model\n\n${row}| Anybody | All is well. |\n`],
    ['a point about the log', '## The audit log\n\n- It is always right.\n'],
    [
      'a point about memory',
      '## Memory\n\n- All is wiped.\n\n### Limits of memory\n\n- Not all.\n',
    ],
    ['a point about packages', '## Supply chain\n\n- All is pinned.\n'],
    ['a point about the check', '## Integrity check of files\n\n- All is compared.\n'],
  ])('is %s', (_what, page) => {
    expect(bareClaims(page)).toHaveLength(1)
  })

  it('is a title that no test of the file has, and a file that is not there', () => {
    const page = 'docs: journeys/forged-order “wins a prize”, journeys/none “a”'
    expect(withoutTest(page)).toEqual([
      'journeys/forged-order: “wins a prize”',
      'journeys/none: no such file',
    ])
    expect(withoutTest('see journeys/forged-order “is named with the columns”')).toEqual([])
  })
})

const sources = readdirSync(join(top, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(?:ts|vue)$/.test(file))
  .map((file) => readFileSync(join(top, 'src', file), 'utf8'))

const argument = String.raw`\(\s*['"]?([\w-]+)['"]?`
/** What an algorithm is called in the code, and where its name stands. */
const uses: readonly (readonly [kind: string, call: RegExp])[] = [
  ['hash', new RegExp(String.raw`\bcreateHash${argument}`, 'g')],
  ['hmac', new RegExp(String.raw`\bcreateHmac${argument}`, 'g')],
  ['cipher', new RegExp(String.raw`\bcreate(?:Cipher|Decipher)iv${argument}`, 'g')],
  ['key', new RegExp(String.raw`\bgenerateKeyPair(?:Sync)?\)?${argument}`, 'g')],
  ['key', new RegExp(String.raw`\bcreate(?:ECDH|DiffieHellman)${argument}`, 'g')],
  ['hkdf', new RegExp(String.raw`\bhkdf(?:Sync)?${argument}`, 'g')],
  ['stretch', /\b(scrypt|pbkdf2|argon2)(?:Sync)?\(/g],
  ['signature', /(?<![.\w])(?:sign|verify)\(\s*(?:['"]([\w-]+)['"]|(null)),/g],
  ['signature', new RegExp(String.raw`\bcreate(?:Sign|Verify)${argument}`, 'g')],
  ['subtle', /name: '(ECDH|HKDF|AES-[A-Z]+|HMAC|RSA[\w-]*|Ed25519|PBKDF2)'/g],
  ['tls', /\bminVersion: '([\w.]+)'/g],
]

const usedIn = (code: readonly string[]): string[] =>
  [
    ...new Set(
      code.flatMap((source) =>
        uses.flatMap(([kind, call]) =>
          [...source.matchAll(call)].map(([, one, other]) => `${kind} ${one ?? other ?? '?'}`),
        ),
      ),
    ),
  ].sort()

const listedIn = (page: string): string[] =>
  rowsOf(sectionOf(page, 'Cryptography in use')).flatMap(([, code = '']) =>
    [...code.matchAll(/`([^`]+)`/g)].map(([, one]) => one ?? ''),
  )

describe('the inventory of cryptography', () => {
  it('the inventory names each algorithm of the code', () => {
    const used = usedIn(sources)
    expect(used.length).toBeGreaterThan(12)
    expect(used.filter((one) => !listedIn(text).includes(one))).toEqual([])
  })

  it('has no algorithm that nothing uses', () => {
    const used = usedIn(sources)
    expect(listedIn(text).filter((one) => !used.includes(one) && one !== 'keytar')).toEqual([])
  })

  it('says of each algorithm which key, why, and until when', () => {
    for (const row of rowsOf(sectionOf(text, 'Cryptography in use')))
      expect(row.map((cell) => cell.trim()).filter((cell) => cell === '')).toEqual([])
  })

  it.each([
    ["createHash('md5')", 'hash md5'],
    ["createCipheriv('aes-128-cbc', key, iv)", 'cipher aes-128-cbc'],
    ['pbkdf2Sync(word, salt, 1, 32)', 'stretch pbkdf2'],
    ["sign('sha1', bytes, key)", 'signature sha1'],
    ['createHmac(\n  algorithm, key)', 'hmac algorithm'],
    ["generateKeyPairSync('dsa', {})", 'key dsa'],
  ])('would miss %s in the code', (code, found) => {
    expect(usedIn([code])).toEqual([found])
    expect(listedIn(text)).not.toContain(found)
  })
})
