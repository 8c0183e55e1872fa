// Checks what came back when a connection was tested: for each thing that can be wrong, whether it
// is, and what to do. Pure. It never guesses: what an answer does not tell stays unknown.
import { say, sayAll } from '#shared/message.ts'
import type { ConnectionTest, TestCheck } from '#shared/bridge/connections.ts'
import { clockAdvice, clockStateOf, skewMessage } from '#shared/connections/clock-skew.ts'
import type { Connection } from '#shared/connections/connection.ts'
import type { Fault, Result } from '#shared/fault.ts'
import { meaningOf } from '#shared/gateway/refusal-meanings.ts'
import type { Asked } from '../../gateway/client.ts'

type Topic = TestCheck['topic']
type Finding = Omit<TestCheck, 'topic'>

const topics: readonly Topic[] = [
  'address',
  'certificate',
  'path',
  'answer',
  'credentials',
  'clock',
]

const good = (message: string, detail = ''): Finding => ({ state: 'good', message, detail })
const bad = (message: string, detail = ''): Finding => ({ state: 'bad', message, detail })
const unneeded = (message: string): Finding => ({ state: 'unneeded', message, detail: '' })
const unknown = (message: string, detail = ''): Finding => ({ state: 'unknown', message, detail })

export function testReportOf(
  connection: Connection,
  asked: Result<Asked>,
): Omit<ConnectionTest, 'at' | 'tookMs'> {
  const found = asked.ok ? findings(connection, asked.value) : beforeAsking(asked.fault)
  const checks = topics.map((topic): TestCheck => ({
    topic,
    ...(found[topic] ?? unknown(say('connections.test-not-reached'))),
  }))
  const worst =
    checks.find((check) => check.state === 'bad') ??
    checks.find((check) => check.state === 'warning') ??
    checks.find((check) => check.state === 'unknown')
  const parsed = asked.ok ? asked.value.parsed : null
  const answer = parsed !== null && 'answer' in parsed ? parsed.answer : undefined
  return {
    connectionId: connection.id,
    verdict: worst === undefined ? 'good' : worst.state === 'bad' ? 'bad' : 'warning',
    summary: worst?.message ?? say('connections.the-gateway-answers'),
    checks,
    skewMs: asked.ok ? asked.value.skewMs : null,
    serialNumber: answer?.['serial-number'] ?? null,
  }
}

/**
 * The test with what was tried of the OAuth signatures. What could not be tried is said and changes
 * no verdict.
 */
export function withProbes<Test extends Pick<ConnectionTest, 'verdict' | 'summary' | 'checks'>>(
  test: Test,
  probed: readonly TestCheck[],
): Test {
  const checks = [...test.checks, ...probed]
  const bad = probed.find(({ state }) => state === 'bad')
  return bad === undefined || test.verdict === 'bad'
    ? { ...test, checks }
    : { ...test, checks, verdict: 'bad', summary: bad.message }
}

type Findings = Partial<Record<Topic, Finding>>

/** Nothing was asked: a setting or a secret is missing. */
function beforeAsking(fault: Fault): Findings {
  if (fault.kind === 'vault') return { credentials: bad(fault.message) }
  if (fault.kind === 'input' && fault.field === 'caFile') return { certificate: bad(fault.message) }
  return { address: bad(fault.message) }
}

function findings(connection: Connection, { exchange, parsed, skewMs }: Asked): Findings {
  if (exchange.kind === 'unreached') return unreached(connection, exchange.code, exchange.detail)
  const reached = {
    address: good(say('connections.connection-is-there', { connection: hostOf(connection) })),
    certificate: connection.baseUrl.startsWith('https:')
      ? good(say('connections.certificate-valid', { connection: hostOf(connection) }))
      : unneeded(say('connections.plain-http-on-this-computer')),
  }
  if (exchange.kind === 'no-answer')
    return {
      ...reached,
      answer: bad(
        exchange.code === 'answer-timeout'
          ? say('connections.no-answer-in-time', {
              answerTimeoutMs: connection.settings.answerTimeoutMs / 1000,
            })
          : say('connections.the-connection-was-made'),
        say('gateway.detail-and-code', { detail: exchange.detail, code: exchange.code }),
      ),
    }
  return {
    ...reached,
    ...checksOfAnswer(connection, exchange.status, parsed),
    clock: clock(skewMs),
  }
}

function unreached({ baseUrl, settings }: Connection, code: string, detail: string): Findings {
  const host = new URL(baseUrl).host
  const seen = say('gateway.detail-and-code', { detail, code })
  const ofCertificate = certificateMessage(code, host)
  if (ofCertificate !== null)
    return {
      address: good(say('connections.connection-is-there', { connection: host })),
      certificate: bad(ofCertificate, seen),
    }
  return { address: bad(addressMessage(code, host, settings.connectTimeoutMs), seen) }
}

function addressMessage(code: string, host: string, limitMs: number): string {
  if (code.startsWith('proxy-')) return say('connections.proxy-closed')
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return say('connections.host-not-known', { host })
    case 'ECONNREFUSED':
      return say('connections.host-refuses', { host })
    case 'connect-timeout':
    case 'ETIMEDOUT':
      return say('connections.host-silent', { host, limitMs: limitMs / 1000 })
    case 'policy':
      return say('connections.use-https')
    default:
      return say('connections.host-cant-be-reached', { host })
  }
}

/** Null when the trouble is not TLS. */
function certificateMessage(code: string, host: string): string | null {
  switch (code) {
    case 'CERT_HAS_EXPIRED':
      return say('connections.certificate-expired', { host })
    case 'CERT_NOT_YET_VALID':
      return say('connections.certificate-not-yet-valid', { host })
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return say('connections.certificate-of-other-host', { host })
    case 'PAYDESK_TLS_CERT_NO_NAMES':
      return say('connections.certificate-names-none', { host })
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
      return say('connections.certificate-authority-unknown', { host })
  }
  return /CERT|TLS|SSL|^EPROTO$/.test(code)
    ? say('connections.no-secure-connection', { host })
    : null
}

function checksOfAnswer(
  { endpointId, login }: Connection,
  status: number,
  parsed: Asked['parsed'],
): Findings {
  const seen = `HTTP ${status}`
  if (parsed === null || parsed.kind === 'unclear') {
    const detail = parsed === null ? seen : answerDetail(parsed)
    if (status >= 300 && status < 400) return { path: bad(say('connections.redirected'), detail) }
    if (status === 404 || status === 405 || status === 410)
      return { path: bad(say('connections.path-absent'), detail) }
    if (status >= 500) return { answer: bad(say('connections.gateway-error'), detail) }
    return {
      answer: bad(say('connections.not-this-gateway'), detail),
    }
  }
  const readable = { answer: good(say('connections.answer-in-form'), seen) }
  if (parsed.kind !== 'rejected')
    return {
      ...readable,
      path: good(say('connections.path-right')),
      credentials: good(say('connections.login-accepted')),
    }
  return checksOfRefusal({ endpointId, login }, parsed, { status, readable })
}

/** Which of the settings the gateway’s refusal blames. */
function checksOfRefusal(
  { endpointId, login }: Pick<Connection, 'endpointId' | 'login'>,
  parsed: Extract<Asked['parsed'], { kind: 'rejected' }>,
  { status, readable }: { status: number; readable: Findings },
): Findings {
  const message = parsed.message
  const detail = refusalDetail(parsed, status)
  if (status === 404 || status === 405)
    return {
      ...readable,
      path: bad(say('connections.path-absent'), detail),
    }
  const path = good(say('connections.path-right'))
  switch (meaningOf(message)) {
    case 'no-order':
      return {
        ...readable,
        path,
        credentials: good(say('connections.login-accepted-no-order'), detail),
      }
    case 'signature':
      return {
        ...readable,
        path,
        credentials: bad(say('connections.signature-refused'), detail),
      }
    case 'login':
      return {
        ...readable,
        path,
        credentials: bad(say('connections.login-not-known', { login }), detail),
      }
    case 'endpoint':
      return {
        ...readable,
        path: bad(say('connections.endpoint-not-known', { endpointId }), detail),
      }
    case 'no-card':
    case 'merchant-order-id':
    case 'unclear':
      return status === 401 || status === 403
        ? {
            ...readable,
            path,
            credentials: bad(say('connections.login-not-let-in'), detail),
          }
        : {
            ...readable,
            credentials: unknown(say('connections.question-refused'), detail),
          }
  }
}

function clock(skewMs: number | null): Finding {
  if (skewMs === null) return unknown(say('connections.no-time-told'))
  const state = clockStateOf(skewMs)
  const message = sayAll([skewMessage(skewMs), clockAdvice[state]])
  return { state: state === 'stopped' ? 'bad' : state, message, detail: '' }
}

const answerDetail = ({ detail, excerpt }: { detail: string; excerpt?: string }): string =>
  excerpt === undefined ? detail : sayAll([detail, say('gateway.it-reads', { excerpt })])

/** The gateway's words of a refusal, with its code and the status of HTTP. */
export const refusalDetail = (
  { message, code }: { message: string; code?: string },
  status: number,
): string =>
  code === undefined
    ? say('connections.refused-in-words', { message, status })
    : say('connections.refused-in-words-by-code', { message, code, status })

const hostOf = ({ baseUrl }: Connection): string => new URL(baseUrl).host
