// What the ledger of the benchmarks is about: the facts of its n-th order and who looked it up, so
// that a benchmark knows what it may look for. Pure, and the same in every run.
import { createHash } from 'node:crypto'

/** Small and repeatable; nothing secret is drawn from it. */
export function seeded(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const firstNames = [
  'Ana',
  'Zoë',
  'Marek',
  'Ingrid',
  'Yusuf',
  'Chloé',
  'Łukasz',
  'Noor',
  'Tariq',
  'Mei',
]
const lastNames = ['Nowak', 'Lindqvist', 'Haddad', 'Okafor', 'Müller', 'Rossi', 'Tanaka', 'Silva']
export const comments = [
  'damaged in transit',
  'customer sent the lamp back',
  'wrong size',
  'ordered twice',
]

/** The facts of the n-th order; pure, so that a benchmark knows what it may look for. */
export function orderAt(n: number) {
  const pick = seeded(n * 7919 + 1)
  pick(2)
  const serial = (k: number): string =>
    `00000000-0000-0000-0000-${(n * 4 + k + 0x2d9b22a).toString(16).padStart(12, '0')}`
  const isHold = n % 5 === 0
  const status = n % 11 === 0 ? 'declined' : n % 53 === 0 ? 'processing' : 'approved'
  const minor = 100 + pick(400_000)
  const client = [
    `inv-${400_000 + n * 3}`,
    `pd-01J${createHash('sha256').update(`c${n}`).digest('hex').slice(0, 23).toUpperCase()}-${createHash('sha256').update(`h${n}`).digest('hex').slice(0, 8)}`,
    `shop/2030/${String(n % 12).padStart(2, '0')}/${n}`,
  ][n % 3]!
  const name = `${firstNames[pick(firstNames.length)]} ${lastNames[pick(lastNames.length)]}`
  return {
    connectionId: n % 10 < 7 ? 'shop-1' : 'shop-2',
    orderid: String(6_768_788 + n * 3),
    clientOrderid: client,
    serial,
    answer: {
      type: 'status-response',
      'serial-number': serial(0),
      'merchant-order-id': client,
      'paynet-order-id': String(6_768_788 + n * 3),
      status,
      'transaction-type': isHold ? 'preauth' : 'sale',
      'order-stage': `${isHold ? 'preauth' : 'sale'}_${status}`,
      amount: (minor / 100).toFixed(2),
      currency: n % 17 === 0 ? 'USD' : 'EUR',
      descriptor: 'NORDIC LAMPS',
      'processor-tx-id': `tx-${n}-1`,
      'processor-rrn': String(600_000_000_000 + n * 104_729),
      'approval-code': String(100_000 + pick(900_000)),
      'last-four-digits': String(pick(10_000)).padStart(4, '0'),
      bin: '411111',
      'card-type': 'VISA',
      'cardholder-name': name.toUpperCase(),
      name,
      email: `${name.split(' ')[0]!.toLowerCase()}.${n}@example.test`,
    },
  }
}

/** Somebody who left long ago: their orders are few, and all at the end of the list. */
export const formerActor = 'karim'
export const actorOf = (n: number): string =>
  n < 20_000 && n % 3 === 0 ? formerActor : ['maria', 'deniz', 'ola'][n % 3]!
