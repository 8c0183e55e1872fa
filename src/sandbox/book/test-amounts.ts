// The faults and refusals that this gateway produces on purpose, as data. The last two digits of an
// amount's minor units choose a fault, or a switch sets one per operation. docs/sandbox.md and the
// console draw their tables from here.

/** What a transaction turns into, and how long it takes. */
export interface Outcome {
  /** Before it becomes final. */
  first: 'processing' | 'unknown'
  final: 'approved' | 'declined' | 'filtered' | 'error'
  /** Added to the sandbox's processing time. */
  extraMs: number
  errorCode?: string
  errorMessage?: string
}

/** How the answer leaves; 'normal' is the honest way. */
export type Delivery =
  | 'normal'
  | 'hang'
  | 'reset'
  | 'http-500'
  | 'http-503'
  | 'http-400'
  | 'http-400-html'
  | 'http-401'
  | 'http-404'
  | 'http-409'
  | 'http-429'
  | 'redirect'
  | 'truncated'
  | 'truncated-close'
  | 'html'
  | 'foreign-order'
  | 'error-under-200'
  | 'form-encoded'
  | 'wrong-content-type'
  | 'malformed-json'
  | 'duplicate-keys'
  | 'deep-json'
  | 'empty'
  | 'huge-body'
  | 'huge-headers'
  | 'gzip'
  | 'drip'
  | 'slow'

export interface FaultRow {
  /** The last two digits of the amount's minor units, where an amount brings it about. */
  ends?: string
  outcome?: Outcome
  /** False: the request is thrown away before anything is booked. */
  hasEffect: boolean
  delivery: Delivery
  about: string
}

const approved: Outcome = { first: 'processing', final: 'approved', extraMs: 0 }
export const plainOutcome = approved

const MINUTE = 60_000

const faults = {
  declined: {
    ends: '01',
    outcome: {
      ...approved,
      final: 'declined',
      errorCode: '107',
      errorMessage: 'Declined by the issuer',
    },
    hasEffect: true,
    delivery: 'normal',
    about: 'declined by the issuer',
  },
  filtered: {
    ends: '02',
    outcome: {
      ...approved,
      final: 'filtered',
      errorCode: '204',
      errorMessage: 'Stopped by fraud control',
    },
    hasEffect: true,
    delivery: 'normal',
    about: 'filtered by fraud control',
  },
  error: {
    ends: '03',
    outcome: {
      ...approved,
      final: 'error',
      errorCode: '301',
      errorMessage: 'The acquirer reported an error',
    },
    hasEffect: true,
    delivery: 'normal',
    about: 'ends with the status error',
  },
  'stays-processing': {
    ends: '04',
    outcome: { ...approved, extraMs: 10 * MINUTE },
    hasEffect: true,
    delivery: 'normal',
    about: 'stays in processing for ten minutes, then approved',
  },
  'unknown-then-approved': {
    ends: '05',
    outcome: { first: 'unknown', final: 'approved', extraMs: 30_000 },
    hasEffect: true,
    delivery: 'normal',
    about: 'status unknown for half a minute, then approved',
  },
  'hang-after-effect': {
    ends: '11',
    hasEffect: true,
    delivery: 'hang',
    about: 'carried out, and the answer never comes',
  },
  'hang-without-effect': {
    ends: '12',
    hasEffect: false,
    delivery: 'hang',
    about: 'not carried out, and the answer never comes',
  },
  'reset-after-effect': {
    ends: '13',
    hasEffect: true,
    delivery: 'reset',
    about: 'carried out, then the connection is reset',
  },
  'reset-without-effect': {
    ends: '14',
    hasEffect: false,
    delivery: 'reset',
    about: 'not carried out, and the connection is reset',
  },
  'http-500-after-effect': {
    ends: '15',
    hasEffect: true,
    delivery: 'http-500',
    about: 'carried out, and answered with HTTP 500',
  },
  'http-500-without-effect': {
    ends: '16',
    hasEffect: false,
    delivery: 'http-500',
    about: 'not carried out, and answered with HTTP 500',
  },
  'truncated-after-effect': {
    ends: '17',
    hasEffect: true,
    delivery: 'truncated',
    about: 'carried out, and the answer breaks off in the middle',
  },
  'html-after-effect': {
    ends: '18',
    hasEffect: true,
    delivery: 'html',
    about: 'carried out, and answered with an HTML page under HTTP 200',
  },
  'foreign-order-after-effect': {
    ends: '19',
    hasEffect: true,
    delivery: 'foreign-order',
    about: 'carried out, and the answer names another order',
  },
  'http-503-without-effect': {
    ends: '20',
    hasEffect: false,
    delivery: 'http-503',
    about: 'not carried out, and answered with HTTP 503',
  },
  'http-503-after-effect': answered('http-503', 'carried out, and answered with HTTP 503'),
  'http-400-after-effect': answered(
    'http-400',
    'carried out, and answered with HTTP 400 and a validation error',
  ),
  'http-400-html-without-effect': {
    hasEffect: false,
    delivery: 'http-400-html',
    about: 'not carried out, and answered with an HTML page under HTTP 400',
  },
  'http-401-without-effect': unbooked('http-401', 401),
  'http-404-without-effect': unbooked('http-404', 404),
  'http-409-without-effect': unbooked('http-409', 409),
  'http-429-without-effect': unbooked('http-429', 429),
  'redirect-after-effect': answered(
    'redirect',
    'carried out, and answered with a redirect (HTTP 307)',
  ),
  'truncated-close-after-effect': answered(
    'truncated-close',
    'carried out, and the answer breaks off; without a content length it looks complete',
  ),
  'error-under-200': {
    hasEffect: false,
    delivery: 'error-under-200',
    about: 'not carried out, and answered with an error record under HTTP 200, as older hosts do',
  },
  'form-encoded-after-effect': answered(
    'form-encoded',
    'carried out, and answered form-encoded as text/html, with a newline at the end of each value, as older hosts do',
  ),
  'wrong-content-type-after-effect': answered(
    'wrong-content-type',
    'carried out, and the JSON answer has the content type text/plain',
  ),
  'malformed-json-after-effect': answered(
    'malformed-json',
    'carried out, and the JSON answer is malformed',
  ),
  'duplicate-keys-after-effect': answered(
    'duplicate-keys',
    'carried out, and the answer has its IDs and its status twice, with different values',
  ),
  'deep-json-after-effect': answered(
    'deep-json',
    'carried out, and the JSON answer is nested ten thousand levels deep',
  ),
  'empty-after-effect': answered('empty', 'carried out, and answered with HTTP 200 and no body'),
  'huge-body-after-effect': answered('huge-body', 'carried out, and the answer is 8 MiB long'),
  'huge-headers-after-effect': answered(
    'huge-headers',
    'carried out, and the answer has 200 KiB of headers',
  ),
  'gzip-after-effect': answered(
    'gzip',
    'carried out, and the answer is compressed with gzip, which nobody asked for',
  ),
  'drip-after-effect': answered('drip', 'carried out, and the answer comes at one byte a second'),
  slow: answered('slow', 'carried out, and the answer takes three seconds'),
} as const satisfies Record<string, FaultRow>

function answered(delivery: Delivery, about: string): FaultRow {
  return { hasEffect: true, delivery, about }
}

function unbooked(delivery: Delivery, http: number): FaultRow {
  return { hasEffect: false, delivery, about: `not carried out, and answered with HTTP ${http}` }
}

export type FaultKind = keyof typeof faults

export const faultKinds = Object.keys(faults) as FaultKind[]
export const isFaultKind = (text: string): text is FaultKind => Object.hasOwn(faults, text)
export const faultRow = (kind: FaultKind): FaultRow => faults[kind]

const kindByEnding = new Map(
  faultKinds.flatMap((kind) => {
    const { ends } = faultRow(kind)
    return ends === undefined ? [] : [[ends, kind] as const]
  }),
)

/** The fault an amount asks for, by the last two digits of its minor units. */
export const faultOfAmount = (amountMinor: number): FaultKind | null =>
  kindByEnding.get(String(amountMinor % 100).padStart(2, '0')) ?? null
