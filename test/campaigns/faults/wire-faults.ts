// What can happen to one request between desk and gateway, as data, and the pages and records
// something in between may answer with.

export const wireFaults = [
  'refused',
  'reset-on-connect',
  'cut-request',
  'swallowed',
  'answer-lost',
  'answer-held',
  'half-head',
  'half-body',
  'answer-twice',
  'in-pieces',
  'late',
  'page-401-after',
  'page-403-after',
  'page-407-after',
  'page-200-after',
  'page-400-after',
  'page-502-after',
  'page-401-instead',
  'page-403-instead',
  'page-407-instead',
  'empty-403-after',
  'record-400-after',
  'record-401-after',
  'record-403-after',
  'record-200-after',
  'record-403-instead',
  'contradicted',
] as const
export type WireFault = (typeof wireFaults)[number]

/** The gateway refuses in a record that can be read and carries the request out all the same. */
export const lies: readonly string[] = [
  'record-400-after',
  'record-401-after',
  'record-403-after',
  'record-200-after',
  'http-400-after-effect',
]
/** Makes no sense for a question: nothing takes effect by asking. */
export const onlyStatus: readonly WireFault[] = ['contradicted']
/** What is said of a question that is spoilt so: the same as of a shorter list. */
export const statusFaults: readonly WireFault[] = [
  'refused',
  'reset-on-connect',
  'swallowed',
  'answer-lost',
  'answer-held',
  'half-head',
  'half-body',
  'answer-twice',
  'in-pieces',
  'page-401-after',
  'page-403-after',
  'page-407-after',
  'page-200-after',
]

const page =
  '<!doctype html><html><head><title>Sign in</title></head><body><h1>Your session has ended</h1></body></html>'
const errorRecord = (type: string, code: string): string =>
  JSON.stringify({
    type,
    'serial-number': '00000000-0000-0000-0000-0000f0000001',
    'error-code': code,
    'error-message': 'The request was refused',
  })

/**
 * The answer that takes the gateway's place, and whether the gateway gets the request; null for
 * what is no such fault.
 */
export function substitute(fault: WireFault): { answer: string; isForwarded: boolean } | null {
  const [, what, status, when] = /^(page|empty|record)-(\d+)-(after|instead)$/.exec(fault) ?? []
  if (what === undefined || status === undefined) return null
  const type = status === '401' || status === '403' ? 'error' : 'validation-error'
  const [mediaType, body] =
    what === 'page'
      ? ['text/html', page]
      : what === 'empty'
        ? ['text/plain', '']
        : ['application/vnd.pay+json', errorRecord(type, status === '200' ? '400' : status)]
  const answer = `HTTP/1.1 ${status} Whatever\r\ncontent-type: ${mediaType}\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`
  return { answer, isForwarded: when === 'after' }
}
