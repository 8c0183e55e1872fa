// How this service behaves where interface.md leaves it open: kept in the database, changed by tests or the console.
import type { Store } from './store.ts'

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
      'status by orderid alone is refused: client_orderid is mandatory, as the documents of many hosts say.',
  },
  'control-hex-upper': { isOn: false, about: 'A control in upper-case hexadecimal is good too.' },
  'control-base64': { isOn: false, about: 'A control in Base64 is good too.' },
  'amounts-always-2': {
    isOn: false,
    about: 'Amounts have two decimals in every currency, and cents are a hundredth of them.',
  },
  'answers-form-encoded': {
    isOn: false,
    about:
      'Answers are form-encoded as text/html, every value ending in a newline, whatever Accept says: as older hosts do.',
  },
} as const satisfies Record<string, { isOn: boolean; about: string }>

export type SwitchName = keyof typeof switchRows
export const switchNames = Object.keys(switchRows) as SwitchName[]
export const isSwitchName = (text: string): text is SwitchName => Object.hasOwn(switchRows, text)

export type Switches = ReturnType<typeof openSwitches>

export function openSwitches(store: Store) {
  // Read once: nobody else writes this file, and every request asks.
  const kept = new Map(
    switchNames.map((name) => {
      const word = store.read(`switch ${name}`) ?? (switchRows[name].isOn ? 'on' : 'off')
      return [name, word === 'on']
    }),
  )
  const isOn = (name: SwitchName): boolean => kept.get(name) === true
  return {
    isOn,
    set(name: SwitchName, on: boolean): void {
      store.write(`switch ${name}`, on ? 'on' : 'off')
      kept.set(name, on)
    },
    list: (): { name: SwitchName; isOn: boolean; about: string }[] =>
      switchNames.map((name) => ({ name, isOn: isOn(name), about: switchRows[name].about })),
  }
}
