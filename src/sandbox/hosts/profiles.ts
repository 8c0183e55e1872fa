// Hosts of the family as this gateway can play them: which switches differ from their first
// position, and where each difference is from. docs/hosts.md, the console and --host read this
// table.
import { type SwitchName, switchNames, type Switches } from '../context/switches.ts'

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
  plain: { about: 'The sandbox with its default switches.', differs: [] },
  strict: {
    about: 'Requires fields that look optional, and the merchant order ID in status.',
    differs: [
      on('status-needs-client-orderid', 'interface', 'only orderid may be empty in status'),
      on('needs-customer-fields', 'documents', 'mandatory in the field lists'),
      on('void-needs-comment', 'documents', 'mandatory in one of the field lists'),
    ],
  },
  terse: {
    about: 'Leaves optional fields out of its answers.',
    differs: [on('answers-tersely', 'documents', 'each status has only some of its keys')],
  },
  older: {
    about: 'Answers form-encoded instead of in JSON, and refuses under HTTP 200.',
    differs: [
      on('answers-form-encoded', 'documents', 'hosts that ignore Accept'),
      on('refusals-under-200', 'documents', 'older hosts do this'),
      on('plus-for-space', 'documents', 'seen in recorded answers'),
      on('returns-by-post', 'documents', 'how the final redirect is made'),
    ],
  },
  'silent-checks': {
    about: 'Does not name the type of a payout check.',
    differs: [on('checks-unnamed', 'interface', 'the names of transaction types are not shown')],
  },
  'renamed-checks': {
    about: 'Calls a payout check a payout.',
    differs: [on('checks-as-payouts', 'documents', 'the types include payout but no check')],
  },
  'async-everything': {
    about: 'Gives no result in its first answer.',
    differs: [
      on(
        'answers-later',
        'interface',
        'CardRefAsyncResponse; the answer of eligibility is not shown',
      ),
    ],
  },
  'declined-at-once': {
    about: 'Gives the final status in its first answer.',
    differs: [on('final-at-once', 'interface', 'it is not shown which records have a status')],
  },
  chained: {
    about: 'Tries several gates in turn and says declined in between.',
    differs: [
      on(
        'declines-along-the-chain',
        'documents',
        'chain_declined is not final; the status beside it is a guess',
      ),
    ],
  },
  'two-ids': {
    about: 'Uses names of its own for the order and its amount.',
    differs: [
      on('callbacks-by-merchant-order', 'documents', 'client_orderid is optional in callbacks'),
      on('tells-initial-amount', 'documents', 'seen in recorded answers'),
    ],
  },
  numbers: {
    about: 'Writes IDs and codes as JSON numbers.',
    differs: [on('json-numbers', 'documents', 'seen in recorded answers')],
  },
  extended: {
    about: 'Uses keys and transaction types that the interface description does not name.',
    differs: [
      on('unknown-terms', 'documents', 'the types are from one manual; the amounts are invented'),
    ],
  },
  slow: {
    about: 'Is slow to answer every request.',
    differs: [on('answers-slowly', 'invented', 'the interface shows no time-outs')],
  },
  'by-request': {
    about: 'Tells two equal returns apart only when status asks about one request.',
    differs: [on('tells-no-marks', 'documents', 'each status has only some of its keys')],
    settings: 'Status requests ask about: The order, and the request by its serial number',
  },
  'untyped-refusals': {
    about: 'Refuses with an error message and an error code only.',
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
