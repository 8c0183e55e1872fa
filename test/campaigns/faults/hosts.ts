// Which host of the family the gateway plays in a run, drawn by the seed, and what of its
// operatorSteps the desk's people and the oracle have to know.
import {
  hostNames,
  type HostName,
  hostProfile,
  isHostName,
} from '../../../src/sandbox/hosts/profiles.ts'
import type { HostTraits } from './oracle/check.ts'
import { makeRandom } from './random.ts'

export { hostNames, type HostName, isHostName }

/** Of its own luck: which story a seed plays does not hang on it. */
export const hostOf = (seed: number): HostName => makeRandom(seed + 7_919).pick(hostNames)

const does = (host: HostName, name: string): boolean =>
  hostProfile(host).differs.some((one) => one.name === name)

/**
 * A look-up by orderid alone is refused, or its answer doesn't say the merchant's own id, which
 * every request needs: people look for that one.
 */
export const wantsMerchantId = (host: HostName): boolean =>
  does(host, 'status-needs-client-orderid') || does(host, 'answers-tersely')

/** What a connection to such a host is set to, beyond what all have in common. */
export const settingsAt = (host: HostName): Record<string, unknown> =>
  does(host, 'tells-no-marks') ? { statusBy: 'request' } : {}

export const traitsOf = (host: HostName): HostTraits => ({
  tellsMarks: !does(host, 'tells-no-marks') && !does(host, 'answers-tersely'),
  tellsEndAtOnce: does(host, 'final-at-once'),
  tellsLater: does(host, 'answers-later') ? ['create-recurring-payment'] : [],
  toldTypes: does(host, 'checks-as-payouts') ? { 'payout check': 'payout' } : {},
})
