// Attacks on the text of a description: each field in each wrong way, spellings of the same value,
// doubled names, cuts, and what was changed after it was signed.
import { type Attack, attack } from './attack.ts'
import { answers } from './hostile-feed.ts'
import { day, type Fields, signatureOf, signed, written } from './maker.ts'
import { description, type World } from './world.ts'

const two = (world: World) => world.signers.slice(0, 2)
const fields = [
  ...['type', 'version', 'channel', 'platform', 'arch', 'form', 'sha512'],
  ...['size', 'describedAt', 'notBefore', 'notAfter', 'keySet'],
]
const numbers = ['size', 'describedAt', 'notBefore', 'notAfter', 'keySet']
const notUnderstood = 'update-description-not-understood'
const notCanonical = 'update-description-not-canonical'

/** Signed as it should be, and of a kind it should not be. */
const wrongKinds = fields.flatMap((field) => {
  const others: readonly (readonly [string, unknown])[] = [
    ['null', null],
    ['a list', []],
    ['an object', {}],
    ['true', true],
    ['a list of itself', ['1.3.0']],
    ['the empty text', ''],
    ['the other kind', numbers.includes(field) ? '1' : 1],
  ]
  return others.map(([what, value]) =>
    attack(`${field} is ${what}`, notUnderstood, (world) =>
      world.offer(signed(world.body({ [field]: value }), two(world))),
    ),
  )
})

const without = (body: Fields, field: string): Fields =>
  Object.fromEntries(Object.entries(body).filter(([name]) => name !== field))

const missing = fields.map((field) =>
  attack(`${field} is missing`, notUnderstood, (world) =>
    world.offer(signed(without(world.body(), field), two(world))),
  ),
)

const unknown = ['note', 'Version', 'url', '__proto__', 'constructor', 'size ', 'a', 'zz'].map(
  (name) =>
    attack(`an unknown field ${name}`, notUnderstood, (world) => {
      const body = Object.fromEntries([...Object.entries(world.body()), [name, 'x']])
      world.offer(signed(body, two(world)))
    }),
)

const outOfRange: readonly (readonly [string, unknown])[] = [
  ...['1.3', '1.3.0.0', 'v1.3.0', '01.3.0', '1.3.0-beta', '1.3.0 ', '1.3.00', '1.3.1000000'].map(
    (version) => ['version', version] as const,
  ),
  ...['freebsd', 'Linux', 'linux '].map((platform) => ['platform', platform] as const),
  ...['ia32', 'X64'].map((arch) => ['arch', arch] as const),
  ...['nightly', 'Stable'].map((channel) => ['channel', channel] as const),
  ...['rpm', 'AppImage', '../deb'].map((form) => ['form', form] as const),
  ...[0, -1, 1.5, 1_073_741_825, 2 ** 53].map((size) => ['size', size] as const),
  ...[0, -1, 1.5, 1_000_000].map((keySet) => ['keySet', keySet] as const),
  ...[-1, 0.5, 8_640_000_000_000_001].map((at) => ['notAfter', at] as const),
  ...['A'.repeat(128), 'a'.repeat(127), 'a'.repeat(129), 'g'.repeat(128)].map(
    (sha512) => ['sha512', sha512] as const,
  ),
]
const ranges = outOfRange.map(([field, value]) =>
  attack(`${field} is ${JSON.stringify(value)}`, notUnderstood, (world) =>
    world.offer(signed(world.body({ [field]: value }), two(world))),
  ),
)

/** The same value, written another way. */
const spellings = numbers.flatMap((field) => {
  const ways: readonly (readonly [string, (digits: string) => string])[] = [
    ['with an exponent', (digits) => `${digits}e0`],
    ['with a fraction', (digits) => `${digits}.0`],
    ['with a blank', (digits) => ` ${digits}`],
    ['with a zero before it', (digits) => `0${digits}`],
    ['with a plus', (digits) => `+${digits}`],
    ['as minus zero', () => '-0'],
  ]
  return ways.map(([how, write]) =>
    attack(`${field} ${how}`, notCanonical, (world) =>
      world.offer(
        signed(world.body(), two(world)).replace(
          new RegExp(`("${field}":)(\\d+)`),
          (_all, name: string, digits: string) => name + write(digits),
        ),
      ),
    ),
  )
})

const doubled = fields.flatMap((field) =>
  ['before', 'after'].map((where) =>
    attack(`${field} stands there twice, the lie ${where} the truth`, notCanonical, (world) => {
      const lie = `"${field}":"9.9.9"`
      const add = (truth: string): string =>
        where === 'before' ? `${lie},${truth}` : `${truth},${lie}`
      world.offer(
        signed(world.body(), two(world)).replace(new RegExp(`"${field}":("[^"]*"|\\d+)`), add),
      )
    }),
  ),
)

const escapes = ['version', 'channel', 'platform', 'arch', 'form', 'sha512'].map((field) =>
  attack(`${field} with an escaped letter`, notCanonical, (world) =>
    world.offer(
      signed(world.body(), two(world)).replace(
        new RegExp(`"${field}":"(.)`),
        (_all, letter: string) =>
          `"${field}":"\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
      ),
    ),
  ),
)

const around: readonly (readonly [string, (text: string) => string | Uint8Array])[] = [
  ['a mark of byte order', (text) => `\ufeff${text}`],
  ['a line end', (text) => `${text}\n`],
  ['a blank before', (text) => ` ${text}`],
  ['a second value', (text) => `${text}{}`],
  ['UTF-16', (text) => Buffer.from(text, 'utf16le')],
  ['a byte that is no UTF-8', (text) => Buffer.concat([Buffer.from(text), Buffer.from([0xff])])],
  ['nothing', () => ''],
  [
    'names in another order',
    (text) => text.replace(/^\{("body":.*),("signatures":.*)\}$/, '{$2,$1}'),
  ],
  ['a list around it', (text) => `[${text}`],
  ['a comment', (text) => text.replace('{', '{/**/')],
  ['indentation', (text) => JSON.stringify(JSON.parse(text), null, 2)],
]
const surroundings = around.map(([what, change]) =>
  attack(`the text has ${what}`, notCanonical, (world) =>
    world.offer(change(signed(world.body(), two(world)))),
  ),
)

const cuts = Array.from({ length: 40 }, (_, nth) =>
  attack(`the text is cut at ${nth + 1} of 41`, notCanonical, (world) => {
    const text = signed(world.body(), two(world))
    world.offer(text.slice(0, Math.floor((text.length * (nth + 1)) / 41)))
  }),
)

/** Good values, but not those that were signed. */
const changes: readonly (readonly [string, unknown])[] = [
  ...['1.3.1', '1.2.0', '1.1.9', '99.0.0'].map((version) => ['version', version] as const),
  ['channel', 'beta'],
  ...['win32', 'darwin'].map((platform) => ['platform', platform] as const),
  ['arch', 'arm64'],
  ...['deb', 'nsis', 'dmg'].map((form) => ['form', form] as const),
  ...['0', 'f', 'a'].map((digit) => ['sha512', digit.repeat(128)] as const),
  ...[1, 199_999, 200_001].map((size) => ['size', size] as const),
  ...[2, 3].map((keySet) => ['keySet', keySet] as const),
  ...[-1, 1].flatMap((by) =>
    ['describedAt', 'notBefore', 'notAfter'].map((field) => [field, by] as const),
  ),
]
const unsigned = changes.map(([field, value]) =>
  attack(
    `${field} was changed to ${String(value).slice(0, 9)}`,
    'update-signature-wrong',
    (world) => {
      const body = world.body()
      const old = body[field]
      const isTime =
        typeof old === 'number' && ['1', '-1'].includes(String(value)) && field !== 'size'
      const lie = { ...body, [field]: isTime ? old + Number(value) * day : value }
      const signatures = two(world).map((signer) => signatureOf(body, signer))
      world.offer(written({ body: lie, signatures }))
    },
  ),
)

const tooLong = [16_385, 100_000, 5_000_000].map((length) =>
  attack(`the text has ${length} bytes`, 'update-description-too-long', (world) => {
    const text = signed(world.body(), two(world))
    world.offer(text + ' '.repeat(length - text.length))
  }),
)

const page = attack('a page stands there instead', notCanonical, ({ feed }) =>
  feed.files.set(description, answers(200, { 'content-type': 'text/html' }, '<html></html>')),
)

export const texts: readonly Attack[] = [
  ...[...wrongKinds, ...missing, ...unknown, ...ranges, ...spellings, ...doubled, ...escapes],
  ...[...surroundings, ...cuts, ...unsigned, ...tooLong, page],
]
