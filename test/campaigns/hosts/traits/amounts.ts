// Amounts and currencies: how they are written, and which amount is told.
import type { Trait, Reported, About } from '../foreign/trait.ts'
import { inStatus } from './ids.ts'

const amount = (write: (minor: bigint, about: About, reported: Reported) => unknown) =>
  inStatus((reported, about) => ({
    amount: write(about.transaction?.minor ?? 0n, about, reported),
  }))

const text = (minor: bigint, mark = '.'): string =>
  `${minor / 100n}${mark}${String(minor % 100n).padStart(2, '0')}`
const isReversal = ({ transaction }: About): boolean => transaction?.type === 'reversal'

/** Of the approved transactions of a type up to the one that is told. */
function sumOf({ order, transaction }: About, type: string): bigint {
  const all = order?.transactions ?? []
  const until = transaction === null ? all.length : all.indexOf(transaction) + 1
  return all
    .slice(0, until)
    .filter((one) => one.type === type && one.end === 'approved')
    .reduce((sum, { minor }) => sum + minor, 0n)
}

export const amounts: readonly Trait[] = [
  {
    name: 'amounts without trailing zeros',
    about: '`50` and `10.5`.',
    source: 'public server',
    tells: amount((minor) => String(Number(minor) / 100)),
  },
  {
    name: 'amounts with thousands',
    about: '`1,250.00`.',
    source: 'invented',
    tells: amount((minor) => text(minor).replace(/\B(?=(\d{3})+\.)/g, ',')),
  },
  {
    name: 'amounts as JSON numbers',
    about: '`10.5` without quotes.',
    source: 'public server',
    tells: amount((minor) => Number(minor) / 100),
  },
  {
    name: 'amounts as floats',
    about: '`10.500000001`.',
    source: 'public server',
    tells: amount((minor) => `${text(minor)}0000001`),
  },
  {
    name: 'amounts with a comma',
    about: '`10,50`.',
    source: 'invented',
    tells: amount((minor) => text(minor, ',')),
  },
  {
    name: 'amounts in cents',
    about: '`1050` is 10.50, sent and told.',
    source: 'interface gap',
    settings: { amountUnit: 'minor' },
    takesMinor: true,
    tells: amount(String),
  },
  {
    name: 'refunds are negative',
    about: '`-10.50`.',
    source: 'invented',
    tells: amount((minor, about) => `${isReversal(about) ? '-' : ''}${text(minor)}`),
  },
  {
    name: 'a refund tells the amount of the sale',
    about: 'The amount is always the first one’s.',
    source: 'family document',
    settings: { statusAmount: 'initial', statusBy: 'request' },
    tells: amount((_, { order }) => text(order?.transactions[0]?.minor ?? 0n)),
  },
  {
    name: 'a refund tells what is left of the sale',
    about: 'The amount of a reversal is the rest.',
    source: 'family document',
    settings: { statusAmount: 'remaining' },
    tells: amount((minor, about) =>
      text(
        isReversal(about)
          ? sumOf(about, 'sale') + sumOf(about, 'capture') - sumOf(about, 'reversal')
          : minor,
      ),
    ),
  },
  {
    name: 'a refund tells the sum refunded so far',
    about: 'The amount of a reversal is that of all of them.',
    source: 'family document',
    settings: { statusAmount: 'initial', statusBy: 'request' },
    tells: amount((minor, about) => text(isReversal(about) ? sumOf(about, 'reversal') : minor)),
  },
  {
    name: 'currency in lower case',
    about: '`eur`.',
    source: 'interface gap',
    tells: inStatus(() => ({ currency: 'eur' })),
  },
  {
    name: 'currency as a number',
    about: '`978`, the numeric code of ISO 4217.',
    source: 'invented',
    tells: inStatus(() => ({ currency: '978' })),
  },
  {
    name: 'no currency',
    about: 'A status has an amount and no currency.',
    source: 'family document',
    tells: ({ currency: _currency, ...reported }) => reported,
  },
]
