// Hosts of the family as this gateway can play them: which switches differ from their first
// position, and where each difference is from. docs/hosts.md, the console and --host read this
// table.
import { type SwitchName, switchNames, type Switches } from '../switches.ts'

/**
 * 'interface': interface.md allows or asks for it. 'documents': public documents of the gateway
 * family. 'invented': nobody's.
 */
type Source = 'interface' | 'documents' | 'invented'

export interface HostProfile {
  about: string
  /** What differs from a fresh sandbox, each with its source. */
  differs: readonly { name: SwitchName; source: Source; message: string }[]
  /** Settings a connection needs for this host, as the connection's form names them. */
  settings?: string
}

const on = (name: SwitchName, source: Source, message: string): HostProfile['differs'][number] => ({
  name,
  source,
  message,
})

const profileRows = {
  plain: { about: 'The sandbox as it is at first.', differs: [] },
  strict: {
    about: 'Wants every field that looks optional, and both ids in status.',
    differs: [
      on('status-needs-client-orderid', 'interface', 'only orderid may be empty in status'),
      on('needs-customer-fields', 'documents', 'mandatory in their field lists'),
      on('void-needs-comment', 'documents', 'mandatory in one of their field lists'),
    ],
  },
  terse: {
    about: 'Tells as little as it may.',
    differs: [on('answers-tersely', 'documents', 'status has a subset of its keys each time')],
  },
  older: {
    about: 'Knows no JSON and refuses under HTTP 200.',
    differs: [
      on('answers-form-encoded', 'documents', 'hosts that ignore Accept'),
      on('refusals-under-200', 'documents', 'older hosts'),
      on('plus-for-space', 'documents', 'recorded answers'),
      on('returns-by-post', 'documents', 'the final redirect'),
    ],
  },
  'silent-checks': {
    about: 'Does not say that a payout check is one.',
    differs: [on('checks-unnamed', 'interface', 'names of transaction types are not shown')],
  },
  'renamed-checks': {
    about: 'Calls a payout check a payout.',
    differs: [on('checks-as-payouts', 'documents', 'their types have payout and no check')],
  },
  'async-everything': {
    about: 'Answers nothing at once.',
    differs: [
      on(
        'answers-later',
        'interface',
        'CardRefAsyncResponse; what eligibility answers is not shown',
      ),
    ],
  },
  'declined-at-once': {
    about: 'Tells the end in its first answer.',
    differs: [on('final-at-once', 'interface', 'which records carry a status is not shown')],
  },
  chained: {
    about: 'Tries several gates in turn and says declined in between.',
    differs: [
      on(
        'declines-along-the-chain',
        'documents',
        'chain_declined is not final; the status is a guess',
      ),
    ],
  },
  'two-ids': {
    about: 'Has names of its own for the order and its amount.',
    differs: [
      on('callbacks-by-merchant-order', 'documents', 'client_orderid is optional in callbacks'),
      on('tells-initial-amount', 'documents', 'recorded answers'),
    ],
  },
  numbers: {
    about: 'Writes ids and codes as JSON numbers.',
    differs: [on('json-numbers', 'documents', 'recorded answers')],
  },
  extended: {
    about: 'Knows keys and transaction types of which no document tells.',
    differs: [on('unknown-terms', 'documents', 'types of one manual; the amounts are invented')],
  },
  slow: {
    about: 'Takes its time for every answer.',
    differs: [on('answers-slowly', 'invented', 'the interface shows no time-outs')],
  },
  'by-request': {
    about: 'Tells two equal returns apart only when asked for one request.',
    differs: [on('tells-no-marks', 'documents', 'status has a subset of its keys each time')],
    settings: 'Status of: one request (by-request-sn)',
  },
  'untyped-refusals': {
    about: 'Refuses with two error words and nothing else.',
    differs: [on('refusals-untyped', 'documents', 'the answers of an emulator')],
  },
} as const satisfies Record<string, HostProfile>

export type HostName = keyof typeof profileRows
export const hostNames = Object.keys(profileRows) as HostName[]
export const isHostName = (text: string): text is HostName => Object.hasOwn(profileRows, text)
export const hostProfile = (name: HostName): HostProfile => profileRows[name]

/** Puts every switch where the host has it; what was switched by hand before is undone. */
export function playHost(switches: Switches, name: HostName): void {
  const differs = new Set<SwitchName>(hostProfile(name).differs.map((one) => one.name))
  for (const one of switchNames) switches.set(one, switches.first(one) !== differs.has(one))
}

/** The host whose switches these are, or null when somebody set them otherwise. */
export function hostPlayed(switches: Switches): HostName | null {
  const changed = switchNames.filter((one) => switches.isOn(one) !== switches.first(one)).sort()
  return (
    hostNames.find((name) => {
      const differs: SwitchName[] = hostProfile(name).differs.map((one) => one.name)
      return differs.sort().join() === changed.join()
    }) ?? null
  )
}
