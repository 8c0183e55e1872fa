// What a change of each fact and setting of a connection does, a row each. A field without a row
// does not compile. The question outside the page, the lock while requests are open, and the look
// for changes since a review go by these rows. Pure.
import { say } from '../message.ts'
import { operationIds, rowOf } from '../gateway/operations/index.ts'
import type { Connection, ConnectionSettings, MoneySettings } from './connection.ts'
import { lineOfRule } from './field-rules.ts'
import { hasLostReason, isLooserLimit, lineOfReason } from './reasons.ts'
import { lineOfTerm } from './term-rules.ts'

/**
 * moves: where, what or how much is sent. reads: what an answer means. weakens: a guard, which some
 * changes lower. shows: what a person sees, and nothing else.
 */
type Effect<Value> =
  | { effect: 'moves' | 'reads' | 'shows' }
  | { effect: 'weakens'; isLower: (was: Value, is: Value) => boolean }

/** In Paydesk's own sentences, or as texts of others, which a dialog has to quote. */
type Told<Value> =
  { says: (value: Value) => string } | { texts: (value: Value) => readonly string[]; empty: string }

type Row<Value> = Effect<Value> &
  Told<Value> & {
    label: string
    /**
     * MONEY: stays as it is while a request is open: the outcome is asked for there, in this name,
     * and what is told before and after a sending is read in one way.
     */
    isLocked?: true
  }
type Rows<Of> = { readonly [Name in keyof Of]-?: Row<Of[Name]> }

const text = { texts: (value: string) => [value], empty: say('connections.setting-empty') }
const textIfAny = { ...text, texts: (value: string) => (value === '' ? [] : [value]) }
const seconds = (ms: number): string => say('connections.a-span-of-seconds', { seconds: ms / 1000 })
const kibibytes = (bytes: number): string => say('connections.so-many-kib', { count: bytes / 1024 })
const onOff = (isOn: boolean): string =>
  isOn ? say('connections.setting-on') : say('connections.setting-off')
const phraseOf =
  <Value extends string>(says: Readonly<Record<Value, string>>) =>
  (value: Value): string =>
    says[value]
const isOther = <Value>(was: Value, is: Value): boolean => was !== is
const isMore = (was: number, is: number): boolean => is > was
const isLess = (was: number, is: number): boolean => is < was
/** Whether there is one that was not there before. */
const hasMore = (was: readonly string[], is: readonly string[]): boolean =>
  is.some((one) => !was.includes(one))

const factRows: Rows<Omit<Connection, 'id' | 'isEmbedded' | 'settings'>> = {
  // The dialog before a money request names it.
  name: { ...text, label: say('connections.setting-name'), effect: 'weakens', isLower: isOther },
  environment: {
    ...{ label: say('connections.setting-environment'), effect: 'moves' },
    says: phraseOf({
      test: say('connections.setting-test'),
      production: say('connections.setting-production'),
    }),
  },
  baseUrl: { ...text, label: say('connections.setting-base-url'), effect: 'moves', isLocked: true },
  endpointId: {
    ...text,
    label: say('connections.setting-endpoint-id'),
    effect: 'moves',
    isLocked: true,
  },
  login: { ...text, label: say('connections.setting-login'), effect: 'moves', isLocked: true },
}

const settingRows: Rows<Omit<ConnectionSettings, 'money'>> = {
  proxyUrl: {
    ...{ label: say('connections.setting-proxy'), effect: 'moves' },
    ...{
      texts: (url) => (url === undefined ? [] : [url]),
      empty: say('connections.setting-proxy-of-system'),
    },
  },
  paths: {
    ...{ label: say('connections.setting-paths'), effect: 'moves' },
    texts: (paths) => operationIds.map((id) => `${id}: ${paths[id] ?? rowOf(id).path}`),
    empty: say('connections.setting-empty'),
  },
  schemes: {
    ...{ label: say('connections.setting-schemes'), effect: 'moves' },
    texts: (schemes) => operationIds.map((id) => `${id}: ${schemes[id] ?? schemeOf(id)}`),
    empty: say('connections.setting-empty'),
  },
  controlEncoding: {
    ...{ label: say('connections.setting-control-encoding'), effect: 'moves' },
    texts: (encoding) => [encoding],
    empty: say('connections.setting-empty'),
  },
  fields: {
    ...{ label: say('connections.setting-fields'), effect: 'moves' },
    ...{ texts: (rules) => rules.map(lineOfRule), empty: say('connections.setting-none') },
  },
  amountUnit: {
    ...{ label: say('connections.setting-amount-unit'), effect: 'reads', isLocked: true },
    says: phraseOf({
      units: say('connections.setting-units'),
      minor: say('connections.setting-minor-units'),
    }),
  },
  digitsRule: {
    ...{ label: say('connections.setting-digits-rule'), effect: 'reads', isLocked: true },
    says: phraseOf({
      'iso-4217': say('connections.setting-digits-of-the-currency'),
      'always-2': say('connections.setting-always-two-digits'),
    }),
  },
  statusAmount: {
    ...{ label: say('connections.setting-status-amount'), effect: 'reads', isLocked: true },
    says: phraseOf({
      unknown: say('connections.setting-amount-unknown'),
      latest: say('connections.setting-amount-latest'),
      initial: say('connections.setting-amount-first'),
      remaining: say('connections.setting-amount-remaining'),
    }),
  },
  terms: {
    ...{ label: say('connections.setting-terms'), effect: 'reads', isLocked: true },
    ...{ texts: (terms) => terms.map(lineOfTerm), empty: say('connections.setting-none') },
  },
  orderidOf: {
    ...{ label: say('connections.setting-orderid-of'), effect: 'reads', isLocked: true },
    says: phraseOf({
      order: say('connections.setting-id-of-its-order'),
      request: say('connections.setting-id-of-its-own'),
    }),
  },
  statusIds: {
    ...{ label: say('connections.setting-status-ids'), effect: 'reads' },
    says: phraseOf({
      both: say('connections.setting-both-ids'),
      orderid: say('connections.the-order-id-alone'),
      client_orderid: say('connections.the-merchant-order-id-alone'),
    }),
  },
  statusBy: {
    ...{ label: say('connections.setting-status-by'), effect: 'reads', isLocked: true },
    says: phraseOf({
      order: say('connections.setting-by-order'),
      request: say('connections.setting-by-request'),
    }),
  },
  // What takes longer, or is longer, has no known outcome.
  connectTimeoutMs: {
    ...{ label: say('connections.setting-connect-timeout'), effect: 'weakens', isLower: isLess },
    says: seconds,
  },
  answerTimeoutMs: {
    ...{ label: say('connections.setting-answer-timeout'), effect: 'weakens', isLower: isLess },
    says: seconds,
  },
  maxBodyBytes: {
    ...{ label: say('connections.setting-max-body'), effect: 'weakens', isLower: isOther },
    says: kibibytes,
  },
  maxHeaderBytes: {
    ...{ label: say('connections.setting-max-header'), effect: 'weakens', isLower: isOther },
    says: kibibytes,
  },
  // A gateway that is asked too often may shut the account out.
  requestsPerSecond: {
    ...{ label: say('connections.setting-per-second'), effect: 'weakens', isLower: isMore },
    says: (count) => say('connections.so-many-a-second', { count }),
  },
  requestsAtOnce: {
    ...{ label: say('connections.setting-at-once'), effect: 'weakens', isLower: isMore },
    says: (count) => say('connections.so-many-at-once', { count }),
  },
  extensions: {
    ...{ label: say('connections.setting-extensions'), effect: 'weakens', isLower: hasMore },
    ...{ texts: (ids) => ids, empty: say('connections.setting-none') },
  },
  cardEntry: {
    ...{
      label: say('connections.setting-card-entry'),
      effect: 'weakens',
      isLower: (_was, is) => is,
    },
    says: onOff,
  },
  currencies: {
    ...{ label: say('connections.setting-currencies'), effect: 'weakens' },
    isLower: (was, is) => was.length > 0 && (is.length === 0 || hasMore(was, is)),
    ...{ texts: (codes) => codes, empty: say('connections.setting-every-currency') },
  },
  caFile: {
    ...{ label: say('connections.setting-ca-file'), effect: 'weakens' },
    isLower: (was, is) => is !== undefined && was !== is,
    ...{
      texts: (file) => (file === undefined ? [] : [file]),
      empty: say('connections.setting-none'),
    },
  },
}

const moneyRows: Rows<MoneySettings> = {
  holdReleasedBy: {
    ...{ label: say('connections.setting-hold-released-by'), effect: 'moves' },
    says: phraseOf({
      void: say('connections.setting-by-void'),
      return: say('connections.setting-by-release'),
    }),
  },
  restOfHold: {
    ...{ label: say('connections.setting-rest-of-hold'), effect: 'reads' },
    says: phraseOf({
      unknown: say('connections.setting-rest-unknown'),
      stays: say('connections.setting-rest-stays'),
      released: say('connections.setting-rest-released'),
    }),
  },
  undoMs: {
    ...{ label: say('connections.setting-undo'), effect: 'weakens', isLower: isLess },
    says: (ms) => (ms === 0 ? say('connections.setting-no-undo') : seconds(ms)),
  },
  confirmOutside: {
    ...{
      label: say('connections.setting-confirm-outside'),
      effect: 'weakens',
      isLower: (was) => was,
    },
    says: onOff,
  },
  voidNeedsReason: {
    ...{
      label: say('connections.setting-void-needs-reason'),
      effect: 'weakens',
      isLower: (was) => was,
    },
    says: onOff,
  },
  // Without it a dispute or somebody else's refund is learnt later.
  rereadsOrders: {
    ...{ label: say('connections.setting-rereads'), effect: 'weakens', isLower: (was) => was },
    says: onOff,
  },
  freeReasonFrom: {
    ...{ label: say('connections.setting-free-reason'), effect: 'weakens', isLower: isLooserLimit },
    texts: (from) => (from === '' ? [] : [from]),
    empty: say('connections.setting-no-amount'),
  },
  // What a customer is told goes out in the merchant's name.
  receiptText: {
    ...{ label: say('receipts.setting-text'), effect: 'weakens', isLower: isOther },
    ...textIfAny,
  },
  receiptFrom: {
    ...{ label: say('receipts.setting-from'), effect: 'weakens', isLower: isOther },
    ...textIfAny,
  },
  // A reason that is no longer listed counts as the operator's own says.
  refundReasons: {
    ...{ label: say('connections.setting-refund-reasons'), effect: 'weakens' },
    isLower: hasLostReason,
    ...{
      texts: (reasons) => reasons.map(lineOfReason),
      empty: say('connections.setting-none'),
    },
  },
  releaseReasons: {
    ...{ label: say('connections.setting-release-reasons'), effect: 'weakens' },
    isLower: hasLostReason,
    ...{
      texts: (reasons) => reasons.map(lineOfReason),
      empty: say('connections.setting-none'),
    },
  },
}

function schemeOf(id: (typeof operationIds)[number]): string {
  const { auth } = rowOf(id)
  return auth.scheme === 'configurable' ? auth.default.scheme : auth.scheme
}

/** Of a longer list a question names only what differs. */
const mostShown = 12

/** A row as all code meets it, whatever the type of its value. */
export interface Setting {
  /** As the bridge names the field: “login”, “settings.paths”, “settings.money.undoMs”. */
  name: string
  label: string
  effect: Row<never>['effect']
  isLocked: boolean
  differs: (before: Connection, after: Connection) => boolean
  /** Whether the change lowers the guard; every change of what is none does. */
  isLower: (before: Connection, after: Connection) => boolean
  /** What is not the same in the other one, texts of others each by itself. */
  described: (connection: Connection, other: Connection) => { says: string } | { texts: string[] }
  /** Equal for two connections exactly when this is the same in both. */
  keyOf: (connection: Connection) => string
}

function settingsIn<Of extends object>(
  prefix: string,
  rows: Rows<Of>,
  read: (connection: Connection) => Of,
): Setting[] {
  const settingOf = <Name extends keyof Of & string>(name: Name): Setting => {
    const row: Row<Of[Name]> = rows[name]
    const valueOf = (connection: Connection): Of[Name] => read(connection)[name]
    const keyOf = (connection: Connection): string => {
      const value = valueOf(connection)
      return 'says' in row ? row.says(value) : JSON.stringify(row.texts(value))
    }
    return {
      name: `${prefix}${name}`,
      label: row.label,
      effect: row.effect,
      isLocked: row.isLocked === true,
      keyOf,
      differs: (before, after) => keyOf(before) !== keyOf(after),
      isLower: (before, after) =>
        row.effect !== 'weakens' || row.isLower(valueOf(before), valueOf(after)),
      described: (connection, other) => {
        const value = valueOf(connection)
        if ('says' in row) return { says: row.says(value) }
        const texts = row.texts(value)
        if (texts.length === 0) return { says: row.empty }
        const others = row.texts(valueOf(other))
        if (Math.max(texts.length, others.length) <= mostShown) return { texts: [...texts] }
        const own = texts.filter((one) => !others.includes(one))
        return own.length === 0 ? { says: say('connections.setting-less') } : { texts: own }
      },
    }
  }
  return (Object.keys(rows) as (keyof Of & string)[]).map(settingOf)
}

/** As the bridge names them. */
export type SettingName =
  | keyof typeof factRows
  | `settings.${keyof typeof settingRows}`
  | `settings.money.${keyof typeof moneyRows}`

/** All of them, in the order in which a question names them. */
export const settings: readonly Setting[] = [
  ...settingsIn('', factRows, (connection) => connection),
  ...settingsIn('settings.', settingRows, (connection) => connection.settings),
  ...settingsIn('settings.money.', moneyRows, (connection) => connection.settings.money),
]
