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
  'partial-reversal': { isOn: true, about: 'status says that partial returns are possible.' },
  'partial-capture': { isOn: true, about: 'status says that partial captures are possible.' },
} as const satisfies Record<string, { isOn: boolean; about: string }>

export type SwitchName = keyof typeof switchRows
export const switchNames = Object.keys(switchRows) as SwitchName[]
export const isSwitchName = (text: string): text is SwitchName => Object.hasOwn(switchRows, text)

export type Switches = ReturnType<typeof openSwitches>

export function openSwitches(store: Store) {
  const isOn = (name: SwitchName): boolean =>
    (store.read(`switch ${name}`) ?? (switchRows[name].isOn ? 'on' : 'off')) === 'on'
  return {
    isOn,
    set: (name: SwitchName, on: boolean): void => store.write(`switch ${name}`, on ? 'on' : 'off'),
    list: (): { name: SwitchName; isOn: boolean; about: string }[] =>
      switchNames.map((name) => ({ name, isOn: isOn(name), about: switchRows[name].about })),
  }
}
