// When a request that makes something new may be the same payment as another one. Pure. MONEY: the
// gateway takes a second payout, rebill or charge as readily as the first, so a person has to say
// that a second one is meant.
import { inAsciiDigits } from '../cards/digit-values.ts'
import type { Money } from '../money.ts'
import { isOperationId, operationIds, rowOf } from './operations/index.ts'

export interface MoneyRequest {
  operation: string
  /** Redacted: card numbers by their last four. */
  goesTo: Readonly<Record<string, string>>
  /** Null when the gateway knows the amount and this computer does not. */
  amount: Money | null
}

const partiesOf = (operation: string): readonly string[] =>
  isOperationId(operation) ? (rowOf(operation).parties ?? []) : []

/** Operations among which a twin of this one would be; none when a second one moves nothing. */
export function twinOperations(operation: string): readonly string[] {
  const parties = partiesOf(operation)
  return parties.length === 0 ? [] : operationIds.filter((id) => isSameList(partiesOf(id), parties))
}

/** No operation has more parties. */
export const mostDestinationKeys = 5

/**
 * A key for each party that a request names. MONEY: two requests that mayBeTwins() have one in
 * common: each of its rules compares at least as many characters at the end.
 */
export const destinationKeys = (
  operation: string,
  goesTo: Readonly<Record<string, string>>,
): string[] =>
  partiesOf(operation).flatMap((name) => {
    const end = plain(goesTo[name] ?? '').slice(-keptCharacters)
    return end === '' ? [] : [`${name} ${end}`]
  })

/**
 * One text for a payment, on whatever computer it is asked for: gateway, kind, destination, amount.
 * Null where a second one moves nothing. Two requests of one text mayBeTwins(); not all twins have
 * one text: an account number may be typed with its IBAN or without.
 */
export function paymentText(
  service: string,
  { operation, goesTo, amount }: MoneyRequest,
): string | null {
  const destination = partiesOf(operation)
    .map((name) => [name, plainParty(name, goesTo[name] ?? '')])
    .find(([, value]) => value !== '')
  return destination === undefined
    ? null
    : JSON.stringify([service, twinOperations(operation), destination, exactAmount(amount)])
}

/** Where all forms of a phone number end alike, only its end counts. */
const plainParty = (name: string, value: string): string =>
  name === 'phone' ? plain(value).slice(-mostPhone) : plain(value)

/** The same for all connections, however many digits each counts. */
function exactAmount(amount: Money | null): string[] | null {
  if (amount === null) return null
  let { minor, digits } = amount
  for (; digits > 0 && minor % 10n === 0n; digits -= 1) minor /= 10n
  return [minor.toString(), String(digits), amount.currency]
}

const isSameList = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((name) => b.includes(name))

export const mayBeTwins = (a: MoneyRequest, b: MoneyRequest): boolean =>
  twinOperations(a.operation).includes(b.operation) &&
  isSameAmount(a.amount, b.amount) &&
  partiesOf(a.operation).some((name) =>
    mayBeSameParty(name, a.goesTo[name] ?? '', b.goesTo[name] ?? ''),
  )

/** Digits of a card number that are kept by nobody. */
const hidden = '•'
/** At the end of a card number, which is what everybody may keep. */
const keptCharacters = 4

/** Whether two account numbers may be one, however each was typed. */
export const isSameDestination = (a: string, b: string): boolean =>
  mayBeSameParty('account_number', a, b)

/**
 * MONEY: whether two texts may name one destination, however each was typed. In doubt they do: that
 * costs a look.
 */
function mayBeSameParty(name: string, a: string, b: string): boolean {
  const [one, other] = [plain(a), plain(b)]
  if (one === '' || other === '') return false
  if (one === other) return true
  // The one was taken for a card number and the other was not.
  if (a.includes(hidden) !== b.includes(hidden)) return endsAlike(one, other, keptCharacters)
  if (name === 'phone') return mayBeSamePhone(one, other)
  return name === 'account_number' && (isIbanOf(one, other) || isIbanOf(other, one))
}

/**
 * Letters and digits are what is left: no case, accent, space, dot, dash, slash or invisible
 * character, no full-width form and no zeros in front.
 */
const plain = (value: string): string =>
  inAsciiDigits(value.normalize('NFKD'))
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .replace(/^0+(?=.)/, '')

const endsAlike = (a: string, b: string, count: number): boolean =>
  a.slice(-count) === b.slice(-count)

const leastPhone = 6
const mostPhone = 9

/** +49…, 0049…, 49 (0)… and 0…: what is behind country and area prefixes is the same. */
function mayBeSamePhone(a: string, b: string): boolean {
  const count = Math.min(a.length, b.length, mostPhone)
  return count >= leastPhone && endsAlike(a, b, count)
}

const leastAccount = 6

/** An IBAN (ISO 13616) ends with the account number in most countries. */
const isIbanOf = (iban: string, account: string): boolean =>
  /^[a-z]{2}\d{2}[a-z\d]{11,30}$/.test(iban) &&
  account.length >= leastAccount &&
  iban.slice(4).endsWith(account)

const isSameAmount = (a: Money | null, b: Money | null): boolean =>
  a === null ||
  b === null ||
  // Two connections of one gateway may count the digits of a currency differently.
  (a.currency === b.currency &&
    a.minor * 10n ** BigInt(b.digits) === b.minor * 10n ** BigInt(a.digits))
