// How this gateway behaves where interface.md leaves it open: kept in the database, changed by
// tests or the console.
import type { Store } from '../book/store.ts'

const switchRows = {
  'unique-client-orderid': {
    isOn: true,
    about: 'A second new order with the same client_orderid is refused.',
  },
  'accepts-identical-return': {
    isOn: true,
    about: 'A second return of the same amount is carried out: there is no idempotency key.',
  },
  'checks-sums': {
    isOn: true,
    about: 'A capture above the hold and a return above what was captured are refused.',
  },
  'partial-reversal': { isOn: true, about: 'status says that partial returns are possible.' },
  'partial-capture': { isOn: true, about: 'status says that partial captures are possible.' },
  'status-needs-client-orderid': {
    isOn: false,
    about:
      'status by orderid alone is refused. The documents of many hosts make client_orderid mandatory.',
  },
  'control-hex-upper': {
    isOn: false,
    about: 'A control in upper-case hexadecimal is accepted too.',
  },
  'control-base64': { isOn: false, about: 'A control in Base64 is accepted too.' },
  'amounts-always-2': {
    isOn: false,
    about: 'Amounts have two decimals in every currency, and the control signs hundredths.',
  },
  'takes-minor-units': {
    isOn: false,
    about: 'Requests write amounts as whole numbers of minor units: 1050 is 10.50 EUR.',
  },
  'tells-minor-units': {
    isOn: false,
    about: 'Answers and callbacks write amounts as whole numbers of minor units.',
  },
  'answers-form-encoded': {
    isOn: false,
    about:
      'Answers are form-encoded as text/html, with a newline at the end of each value, whatever Accept says. Older hosts do this.',
  },
  'plus-for-space': {
    isOn: false,
    about: 'Form-encoded answers write a space as a plus sign.',
  },
  'refusals-under-200': { isOn: false, about: 'Refusals have the HTTP status 200.' },
  'refusals-untyped': {
    isOn: false,
    about:
      'A refusal has an error message and an error code only, without a type or a serial number.',
  },
  'needs-customer-fields': {
    isOn: false,
    about:
      'Payments and links need redirect_url and the customer’s name, address, city, zip code, country and phone.',
  },
  'void-needs-comment': { isOn: false, about: 'A void needs a comment, as a return does.' },
  'answers-tersely': {
    isOn: false,
    about:
      'Answers leave out optional fields, such as transaction-type, merchant-order-id, processor IDs and dates.',
  },
  'tells-no-marks': {
    isOn: false,
    about: 'status has no processor IDs and no dates, so two equal returns look alike.',
  },
  'checks-unnamed': {
    isOn: false,
    about: 'The status of a payout check has neither transaction-type nor order-stage.',
  },
  'checks-as-payouts': {
    isOn: false,
    about: 'The status of a payout check has the type payout, as the payout itself has.',
  },
  'returns-renamed': {
    isOn: false,
    about: 'The status of a return of a part has the type partial refund instead of reversal.',
  },
  'one-processor-id': {
    isOn: false,
    about: 'All transactions of an order have the same processor-tx-id. It ends in the order ID.',
  },
  'moving-dates': {
    isOn: false,
    about: 'The processing date in a status is the time of the question.',
  },
  'order-id-per-transaction': {
    isOn: false,
    about:
      'A capture, a void and a return have an order ID of their own. status of the first order ID does not change.',
  },
  'values-in-capitals': {
    isOn: false,
    about: 'The values of type, status and transaction-type are in capitals.',
  },
  'currency-in-small-letters': {
    isOn: false,
    about: 'Answers write the currency in small letters.',
  },
  'json-untyped': { isOn: false, about: 'JSON answers have no type; refusals keep theirs.' },
  'answers-later': {
    isOn: false,
    about:
      'New card references, eligibility checks and new subscriptions are answered with an async-response; status tells the rest.',
  },
  'final-at-once': {
    isOn: false,
    about:
      'The first answer has the final status. For a decline, it also has the error code and message.',
  },
  'declines-along-the-chain': {
    isOn: false,
    about:
      'While a transaction is in processing, status says declined at the stage chain_declined. Another gate is still being tried.',
  },
  'callbacks-by-merchant-order': {
    isOn: false,
    about: 'Callbacks name the order by merchant_order and have no client_orderid.',
  },
  'returns-by-post': {
    isOn: false,
    about:
      'A customer waits for the final status, and comes back to redirect_url by a signed POST with the fields of a callback.',
  },
  'tells-initial-amount': {
    isOn: false,
    about:
      'status has the order’s first amount as initial-amount, as well as the amount of the latest stage.',
  },
  'json-numbers': {
    isOn: false,
    about: 'In JSON answers, IDs and codes made of digits are numbers.',
  },
  'unknown-terms': {
    isOn: false,
    about:
      'Answers have keys that no document names. When an order’s amount ends in .31, .32 or .33, status shows the type chargeback reversal, arbitration or payout cancel from one minute after the approval.',
  },
  'answers-slowly': { isOn: false, about: 'Every answer takes two seconds.' },
  'test-amounts': {
    isOn: true,
    about: 'Amounts trigger the faults in the table of test amounts.',
  },
} as const satisfies Record<string, { isOn: boolean; about: string }>

export type SwitchName = keyof typeof switchRows
export const switchNames = Object.keys(switchRows) as SwitchName[]
export const isSwitchName = (text: string): text is SwitchName => Object.hasOwn(switchRows, text)

export type Switches = ReturnType<typeof openSwitches>

export function openSwitches(store: Store) {
  // Read once: no other process writes this file, and every request needs the switches.
  const kept = new Map(
    switchNames.map((name) => {
      const word = store.read(`switch ${name}`) ?? (switchRows[name].isOn ? 'on' : 'off')
      return [name, word === 'on']
    }),
  )
  const isOn = (name: SwitchName): boolean => kept.get(name) === true
  return {
    isOn,
    /** Where a fresh sandbox has it. */
    first: (name: SwitchName): boolean => switchRows[name].isOn,
    set(name: SwitchName, on: boolean): void {
      store.write(`switch ${name}`, on ? 'on' : 'off')
      kept.set(name, on)
    },
    list: (): { name: SwitchName; isOn: boolean; about: string }[] =>
      switchNames.map((name) => ({ name, isOn: isOn(name), about: switchRows[name].about })),
  }
}
