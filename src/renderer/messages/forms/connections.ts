// Words about connections, their keys, clocks and tests. They never hold a key.
import type {
  ClockView,
  ConnectionTest,
  SecretView,
  TestCheck,
} from '#shared/bridge/connections.ts'
import type { Fault } from '#shared/fault.ts'
import type { Tone } from '../../theme/tokens.ts'
import { type FaultWording, messageOfFault } from '../faults.ts'

export const secretLabel = (secret: SecretView): { label: string; tone: Tone } =>
  !secret.isSet
    ? { label: 'missing', tone: 'warn' }
    : secret.keptIn === 'memory'
      ? { label: 'memory only', tone: 'warn' }
      : { label: 'set', tone: 'good' }

export const keptInLabel = (secret: SecretView): string =>
  secret.keptIn === 'memory'
    ? 'in memory only; gone when Paydesk closes'
    : 'in this computer’s keychain'

/** "0.4 s ahead", "2 min 5 s behind": the gateway's clock against this computer's. */
export function skewLabel(skewMs: number): string {
  const span = Math.abs(skewMs)
  if (span < 50) return 'the same time'
  const seconds = Math.round(span / 100) / 10
  const size =
    seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`
  return `${size} ${skewMs > 0 ? 'ahead' : 'behind'}`
}

export const clockTones: Readonly<Record<ClockView['state'], Tone>> = {
  good: 'good',
  warning: 'warn',
  stopped: 'bad',
}

export const clockMessage = (clock: ClockView | null): string =>
  clock === null
    ? 'not seen yet'
    : { good: 'agrees', warning: skewLabel(clock.skewMs), stopped: skewLabel(clock.skewMs) }[
        clock.state
      ]

export const topicLabels: Readonly<Record<TestCheck['topic'], string>> = {
  address: 'Address',
  certificate: 'Certificate',
  path: 'Path',
  answer: 'Answer',
  credentials: 'Login and key',
  clock: 'Clock',
  hmac: 'HMAC signature',
  rsa: 'RSA signature',
}

export const checkStates: Readonly<Record<TestCheck['state'], { label: string; tone: Tone }>> = {
  good: { label: 'Good', tone: 'good' },
  warning: { label: 'Look at it', tone: 'warn' },
  bad: { label: 'Wrong', tone: 'bad' },
  unknown: { label: 'Not known', tone: 'neutral' },
}

export const verdicts: Readonly<
  Record<ConnectionTest['verdict'], { title: string; tone: 'good' | 'warn' | 'bad' }>
> = {
  good: { title: 'It works', tone: 'good' },
  warning: { title: 'It works, with something to look at', tone: 'warn' },
  bad: { title: 'It does not work yet', tone: 'bad' },
}

const remedies: Readonly<Record<TestCheck['topic'], { place: RemedyPlace; label: string } | null>> =
  {
    address: { place: 'base-url', label: 'Go to the base URL' },
    certificate: { place: 'network', label: 'Go to Network' },
    path: { place: 'base-url', label: 'Go to the base URL' },
    answer: { place: 'base-url', label: 'Go to the base URL' },
    credentials: { place: 'control-key', label: 'Go to the control key' },
    clock: null,
    hmac: { place: 'control-key', label: 'Go to the control key' },
    rsa: { place: 'rsa-key', label: 'Go to the RSA key' },
  }
/** Where on the screen a thing can be put right. */
export type RemedyPlace = 'base-url' | 'network' | 'control-key' | 'rsa-key'

/**
 * Where to put right what a check found; its words say what to do there. Null when it is nowhere
 * here.
 */
export const remedyOf = (check: TestCheck): { place: RemedyPlace; label: string } | null =>
  check.state === 'bad' || check.state === 'warning' ? remedies[check.topic] : null

/** Words for a fault of a change to a connection or a key: nothing of it goes to the gateway. */
export function messageOfChangeFault(fault: Fault): FaultWording {
  switch (fault.kind) {
    case 'input':
      return {
        title: 'One field needs another look',
        advice: 'Nothing was changed.',
        tone: 'warn',
      }
    case 'denied':
      return {
        title: fault.reason === 'not-found' ? 'Not found here' : 'That is not possible now',
        advice: 'Nothing was changed.',
        tone: 'warn',
      }
    case 'vault':
      return {
        title: messageOfFault(fault).title,
        advice:
          fault.reason === 'locked'
            ? 'Unlock the keychain, then try again. Nothing was changed.'
            : 'Nothing was changed.',
        tone: 'warn',
      }
    case 'bug':
      return {
        title: 'Something unexpected happened',
        advice:
          'Look at what is shown here before trying again, and keep the incident below for whoever looks after Paydesk.',
        tone: 'bad',
      }
    default:
      return { ...messageOfFault(fault), title: 'That did not work', advice: '', tone: 'warn' }
  }
}

/** "fingerprint a1b2 c3d4 …" in groups of four, to be compared by eye or by phone. */
export const grouped = (hex: string): string => hex.match(/.{1,4}/g)?.join(' ') ?? ''
