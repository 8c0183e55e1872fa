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
import { t } from '../message.ts'
import { labelOf } from './settings.ts'

/** Every connection needs its control key; the private key only for some requests. */
export const secretLabel = (secret: SecretView): { label: string; tone: Tone } =>
  !secret.isSet
    ? { label: t('settings.missing'), tone: 'warn' }
    : secret.isLost === true
      ? { label: t('settings.lost'), tone: 'bad' }
      : secret.storedIn === 'memory'
        ? { label: t('settings.memory-only'), tone: 'warn' }
        : { label: t('settings.set'), tone: 'good' }

export const privateKeyLabel = (secret: SecretView): { label: string; tone: Tone } =>
  secret.isSet ? secretLabel(secret) : { label: t('settings.not-set'), tone: 'neutral' }

export const storedInLabel = (secret: SecretView): string =>
  secret.storedIn === 'memory'
    ? t('settings.keys-in-memory')
    : secret.isLost === true
      ? t('settings.not-in-this-computers-keychain')
      : t('settings.keys-in-keychain')

/** "0.4 s ahead", "2 min 5 s behind": the gateway's clock against this computer's. */
export function skewLabel(skewMs: number): string {
  const span = Math.abs(skewMs)
  if (span < 50) return t('settings.the-same-time')
  const seconds = Math.round(span / 100) / 10
  const size =
    seconds < 60
      ? t('connections.a-span-of-seconds', { seconds })
      : t('settings.floor-min-round-s', {
          floor: Math.floor(seconds / 60),
          round: Math.round(seconds % 60),
        })
  return skewMs > 0 ? t('settings.size-ahead', { size }) : t('settings.size-behind', { size })
}

export const clockTones: Readonly<Record<ClockView['state'], Tone>> = {
  good: 'good',
  warning: 'warn',
  stopped: 'bad',
}

export const clockMessage = (clock: ClockView | null): string =>
  clock === null
    ? t('settings.not-seen-yet')
    : {
        good: t('settings.agrees'),
        warning: skewLabel(clock.skewMs),
        stopped: skewLabel(clock.skewMs),
      }[clock.state]

export const topicLabels: Readonly<Record<TestCheck['topic'], string>> = {
  address: t('everywhere.address'),
  certificate: t('settings.certificate'),
  path: t('settings.path'),
  answer: t('everywhere.answer'),
  credentials: t('settings.login-and-key'),
  clock: t('everywhere.clock'),
  hmac: t('settings.hmac-signature'),
  rsa: t('settings.rsa-signature'),
  record: t('settings.a-real-order'),
  status: t('settings.status-word'),
  'transaction-type': t('settings.transaction-type-word'),
  amount: t('everywhere.amount'),
  ids: t('settings.ids-label'),
  dates: t('settings.dates-label'),
  card: t('everywhere.card'),
  'status-ids': labelOf('settings.statusIds'),
}

export const checkStates: Readonly<Record<TestCheck['state'], { label: string; tone: Tone }>> = {
  good: { label: t('settings.good'), tone: 'good' },
  warning: { label: t('settings.look-at-it'), tone: 'warn' },
  bad: { label: t('settings.wrong'), tone: 'bad' },
  unknown: { label: t('everywhere.not-known'), tone: 'neutral' },
  unneeded: { label: t('settings.not-needed'), tone: 'neutral' },
}

export const verdicts: Readonly<
  Record<ConnectionTest['verdict'], { title: string; tone: 'good' | 'warn' | 'bad' }>
> = {
  good: { title: t('settings.it-works'), tone: 'good' },
  unread: { title: t('settings.test-answers'), tone: 'warn' },
  warning: { title: t('settings.test-warning'), tone: 'warn' },
  bad: { title: t('settings.it-does-not-work-yet'), tone: 'bad' },
}

const remedies: Readonly<Record<TestCheck['topic'], { place: RemedyPlace; label: string } | null>> =
  {
    address: { place: 'base-url', label: t('settings.go-to-the-base-url') },
    certificate: { place: 'network', label: t('settings.go-to-network') },
    path: { place: 'base-url', label: t('settings.go-to-the-base-url') },
    answer: { place: 'base-url', label: t('settings.go-to-the-base-url') },
    credentials: { place: 'control-key', label: t('settings.go-to-the-control-key') },
    clock: null,
    hmac: { place: 'control-key', label: t('settings.go-to-the-control-key') },
    rsa: { place: 'rsa-key', label: t('settings.go-to-the-rsa-key') },
    record: { place: 'status', label: t('settings.go-to-status-requests') },
    status: { place: 'answers', label: t('settings.go-to-amounts-and-terms') },
    'transaction-type': { place: 'answers', label: t('settings.go-to-amounts-and-terms') },
    amount: { place: 'answers', label: t('settings.go-to-amounts-and-terms') },
    ids: null,
    dates: null,
    card: null,
    'status-ids': { place: 'status', label: t('settings.go-to-status-requests') },
  }
/** Where on the screen a thing can be put right. */
export type RemedyPlace = 'base-url' | 'network' | 'answers' | 'status' | 'control-key' | 'rsa-key'

/** Where to correct what a check found. Null when no screen here can correct it. */
export const remedyOf = (check: TestCheck): { place: RemedyPlace; label: string } | null =>
  check.state === 'bad' || check.state === 'warning' ? remedies[check.topic] : null

/** Words for a fault of a change to a connection or a key: nothing of it goes to the gateway. */
export function messageOfChangeFault(fault: Fault): FaultWording {
  switch (fault.kind) {
    case 'input':
      return {
        title: t('everywhere.one-field-needs-another-look'),
        advice: t('settings.nothing-was-changed'),
        tone: 'warn',
      }
    case 'denied':
      return {
        title:
          fault.reason === 'not-found'
            ? t('everywhere.not-found-here')
            : t('settings.that-is-not-possible-now'),
        advice: t('settings.nothing-was-changed'),
        tone: 'warn',
      }
    case 'vault':
      return {
        title: messageOfFault(fault).title,
        advice:
          fault.reason === 'locked'
            ? t('settings.unlock-and-retry')
            : t('settings.nothing-was-changed'),
        tone: 'warn',
      }
    case 'bug':
      return {
        title: t('everywhere.something-unexpected-happened-label'),
        advice: t('settings.check-before-retry'),
        tone: 'bad',
      }
    default:
      return {
        ...messageOfFault(fault),
        title: t('settings.that-did-not-work'),
        advice: '',
        tone: 'warn',
      }
  }
}

/** "fingerprint a1b2 c3d4 …" in groups of four, to be compared by eye or by phone. */
export const grouped = (hex: string): string => hex.match(/.{1,4}/g)?.join(' ') ?? ''
