// What merchants, banks and computers write and what is no card number: ids, days, phone and
// account numbers, amounts, digests, lines of a log. Drawn from a seed. Where digits alone would
// make it a number by chance, its first digits are of no brand: decision 26 gives those up.
import type { Random } from '../../faults/random.ts'

const digits = (random: Random, count: number): string =>
  Array.from({ length: count }, () => String(random.below(10))).join('')
const from = (random: Random, letters: string, count: number): string =>
  Array.from({ length: count }, () => random.pick([...letters])).join('')
const two = (value: number): string => String(value).padStart(2, '0')
const noBrand = ['0', '11', '19', '29', '33', '83', '92', '99']

const day = (random: Random, form: 'iso' | 'point' | 'slash' = 'iso'): string => {
  const [y, m, d] = [2019 + random.below(12), two(1 + random.below(12)), two(1 + random.below(28))]
  return form === 'iso' ? `${y}-${m}-${d}` : form === 'point' ? `${d}.${m}.${y}` : `${m}/${d}/${y}`
}
const time = (random: Random): string =>
  [random.below(24), random.below(60), random.below(60)].map(two).join(':')
const amount = (random: Random): string =>
  `${1 + random.below(999)}${random.chance(0.4) ? ` ${digits(random, 3)}` : ''}.${digits(random, 2)}`
const uuid = (random: Random): string => {
  const hex = (count: number): string => from(random, '0123456789abcdef', count)
  return `${hex(8)}-${hex(4)}-4${hex(3)}-${random.pick(['8', '9', 'a', 'b'])}${hex(3)}-${hex(12)}`
}
const address = (random: Random): string =>
  Array.from({ length: 4 }, () => 1 + random.below(254)).join('.')

/** ISO 7064, MOD 97-10, as ISO 13616 uses it. */
function iban(random: Random): string {
  const [country, length] = random.pick([
    ['DE', 18],
    ['EE', 16],
    ['PL', 24],
    ['ES', 20],
  ] as const)
  const account = digits(random, length)
  const letters = `${account}${country}00`.replace(/[A-Z]/g, (one) => `${one.charCodeAt(0) - 55}`)
  const text = `${country}${two(Number(98n - (BigInt(letters) % 97n)))}${account}`
  return random.chance(0.5) ? text : text.replace(/.{4}(?=.)/g, '$& ')
}

const phone = (random: Random): string =>
  random.pick([
    () => `+372 ${digits(random, 4)} ${digits(random, 4)}`,
    () => `+49 30 ${digits(random, 7)}`,
    () =>
      `+1 (${2 + random.below(8)}${digits(random, 2)}) ${digits(random, 3)}-${digits(random, 4)}`,
    () => `+63${digits(random, 10)}`,
    () => `0${digits(random, 3)} ${digits(random, 6)}`,
    () => `${2 + random.below(8)}${digits(random, 2)}-${digits(random, 3)}-${digits(random, 4)}`,
  ])()

const harmless: Readonly<Record<string, (random: Random) => string>> = {
  'an order of the gateway': (random) => digits(random, 5 + random.below(7)),
  'a long order of no brand': (random) =>
    random.pick(noBrand) + digits(random, 10 + random.below(3)),
  'a merchant’s order': (random) =>
    random.pick([
      () => `inv-${day(random).replaceAll('-', '')}-${digits(random, 4)}`,
      () =>
        `SN-${from(random, 'ABCXYZ', 2)}${digits(random, 4)}-${from(random, 'ABC', 1)}${digits(random, 6)}`,
      () => `pd-${from(random, '0123456789ABCDEFGHJKMNPQRSTVWXYZ', 10)}-${digits(random, 5)}`,
      () => `${day(random).slice(0, 4)}/${digits(random, 5)}`,
      () => `#${digits(random, 4)}-${digits(random, 2)}`,
    ])(),
  'a UUID': uuid,
  'a digest': (random) =>
    `${random.pick([...'abcdef'])}${from(random, '0123456789abcdef', 39 + random.below(25))}`,
  'a day': (random) => day(random, random.pick(['iso', 'point', 'slash'] as const)),
  'a moment': (random) =>
    `${day(random)}${random.pick(['T', ' '])}${time(random)}.${digits(random, 3)}Z`,
  'two days': (random) => `${day(random)} - ${day(random)}`,
  'a phone number': phone,
  'two phone numbers': (random) => `${phone(random)} or ${phone(random)}`,
  'an IBAN': (random) => `${iban(random)}${random.pick(['', ' for the rent', '.'])}`,
  'a number a bank finds a payment by': (random) => `RRN ${digits(random, 12)}`,
  'an amount': (random) => `${amount(random)} ${random.pick(['EUR', 'USD', 'JPY'])}`,
  'several amounts': (random) =>
    Array.from({ length: 4 }, () => `${amount(random)} EUR`).join(', '),
  'a parcel': (random) =>
    random.pick([
      () => `1Z${from(random, '0123456789ABCDEFGHJKLMNPRSTUVWXYZ', 5)}W${digits(random, 10)}`,
      () => `RR${digits(random, 9)}EE`,
      () => `9400${digits(random, 18)}`,
      () => digits(random, 10),
      () => `JJD00${digits(random, 9)}`,
    ])(),
  'a very long number': (random) => digits(random, 30 + random.below(20)),
  'a reference of an acquirer': (random) => `7${digits(random, 22)}`,
  'an address of the network': (random) => `${address(random)}:${1000 + random.below(60_000)}`,
  'a version': (random) =>
    `v${random.below(9)}.${random.below(30)}.${random.below(90)} build ${digits(random, 5)}`,
  'a line of a log': (random) =>
    `${day(random)} ${time(random)},${digits(random, 3)} [${digits(random, 4)}] ${random.pick(['INFO', 'WARN'])} order=${digits(random, 7)} took ${random.below(900)} ms from ${address(random)}`,
  'a line of a web server': (random) =>
    `${address(random)} - - [21/Nov/2026:${time(random)} +0000] "GET /v2/status/${digits(random, 6)} HTTP/1.1" 200 ${random.below(9000)}`,
  'a sentence': (random) =>
    `Order ${digits(random, 7)} of ${day(random, 'point')}: ${amount(random)} EUR, see ticket ${digits(random, 5)}.`,
  'an answer of a gateway': (random) =>
    `status=approved&orderid=${digits(random, 7)}&merchant-order-id=${digits(random, 6)}&amount=${amount(random)}&serial=${uuid(random)}`,
  'an answer in JSON': (random) =>
    JSON.stringify({
      at: `${day(random)}T${time(random)}Z`,
      orderid: digits(random, 7),
      amountMinor: random.below(99_999),
      id: uuid(random),
    }),
  'a row of a page': (random) =>
    `<tr><td>${digits(random, 7)}</td><td>${day(random)}</td><td>${amount(random)}</td></tr>`,
  'a line of a table': (random) =>
    [digits(random, 7), day(random), amount(random), 'EUR'].join('\t'),
}

export function drawHarmless(random: Random): { kind: string; text: string } {
  const kind = random.pick(Object.keys(harmless))
  return { kind, text: harmless[kind]!(random) }
}
