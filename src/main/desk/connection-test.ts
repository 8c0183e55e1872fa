// Judges what came back when a connection was tested: for each thing that can be wrong, whether it is, and what to do. Pure. It
// never guesses: what an answer does not tell stays unknown.
import type { ConnectionTest, TestCheck } from '#shared/bridge/connections.ts'
import { clockAdvice, clockStateOf, wordsOfSkew } from '#shared/clock-skew.ts'
import type { Connection } from '#shared/connection.ts'
import type { Fault, Result } from '#shared/fault.ts'
import { meaningOf } from '#shared/gateway/refusal-words.ts'
import type { Asked } from '../gateway/client.ts'

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

const good = (words: string, detail = ''): Finding => ({ state: 'good', words, detail })
const bad = (words: string, detail = ''): Finding => ({ state: 'bad', words, detail })
const unknown = (words: string, detail = ''): Finding => ({ state: 'unknown', words, detail })

export function judgeTest(
  connection: Connection,
  asked: Result<Asked>,
): Omit<ConnectionTest, 'at' | 'tookMs'> {
  const found = asked.ok ? findings(connection, asked.value) : beforeAsking(asked.fault)
  const checks = topics.map((topic): TestCheck => ({
    topic,
    ...(found[topic] ?? unknown('Not reached: something before it is wrong.')),
  }))
  const worst =
    checks.find((check) => check.state === 'bad') ??
    checks.find((check) => check.state === 'warning') ??
    checks.find((check) => check.state === 'unknown')
  const reading = asked.ok ? asked.value.reading : null
  const answer = reading !== null && 'answer' in reading ? reading.answer : undefined
  return {
    connectionId: connection.id,
    verdict: worst === undefined ? 'good' : worst.state === 'bad' ? 'bad' : 'warning',
    summary: worst?.words ?? 'The service answers, knows this login and accepts its signature.',
    checks,
    skewMs: asked.ok ? asked.value.skewMs : null,
    serialNumber: answer?.['serial-number'] ?? null,
  }
}

/** The test with what was tried of the OAuth signatures. What could not be tried is said and changes no verdict. */
export function withProbes<Test extends Pick<ConnectionTest, 'verdict' | 'summary' | 'checks'>>(
  test: Test,
  probed: readonly TestCheck[],
): Test {
  const checks = [...test.checks, ...probed]
  const bad = probed.find(({ state }) => state === 'bad')
  return bad === undefined || test.verdict === 'bad'
    ? { ...test, checks }
    : { ...test, checks, verdict: 'bad', summary: bad.words }
}

type Findings = Partial<Record<Topic, Finding>>

/** Nothing was asked: a setting or a secret is missing. */
function beforeAsking(fault: Fault): Findings {
  if (fault.kind === 'vault') return { credentials: bad(fault.message) }
  if (fault.kind === 'input' && fault.field === 'caFile') return { certificate: bad(fault.message) }
  return { address: bad(fault.message) }
}

function findings(connection: Connection, { exchange, reading, skewMs }: Asked): Findings {
  if (exchange.kind === 'unreached') return unreached(connection, exchange.code, exchange.detail)
  const reached = {
    address: good(`${hostOf(connection)} is there.`),
    certificate: connection.baseUrl.startsWith('https:')
      ? good(`The certificate is valid for ${hostOf(connection)}.`)
      : good('Plain http on this computer: there is no certificate.'),
  }
  if (exchange.kind === 'no-answer')
    return {
      ...reached,
      answer: bad(
        exchange.code === 'answer-timeout'
          ? `No complete answer came within ${connection.settings.answerTimeoutMs / 1000} s.`
          : 'The connection was made, but no complete answer came.',
        `${exchange.detail} (${exchange.code})`,
      ),
    }
  return { ...reached, ...judgeAnswer(connection, exchange.status, reading), clock: clock(skewMs) }
}

function unreached({ baseUrl, settings }: Connection, code: string, detail: string): Findings {
  const host = new URL(baseUrl).host
  const seen = `${detail} (${code})`
  const ofCertificate = certificateWords(code, host)
  if (ofCertificate !== null)
    return { address: good(`${host} is there.`), certificate: bad(ofCertificate, seen) }
  return { address: bad(addressWords(code, host, settings.connectTimeoutMs), seen) }
}

function addressWords(code: string, host: string, limitMs: number): string {
  if (code.startsWith('proxy-'))
    return 'The proxy did not open the way. Check the proxy settings of the connection and of this computer.'
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `The name ${host} is not known here. Check the base URL and this computer’s network.`
    case 'ECONNREFUSED':
      return `${host} is there but takes no connections. Check the base URL and its port.`
    case 'connect-timeout':
    case 'ETIMEDOUT':
      return `${host} did not answer within ${limitMs / 1000} s. Check the base URL, the network and the firewall.`
    case 'policy':
      return 'Plain http is for this computer only. Use https in the base URL.'
    default:
      return `${host} can’t be reached. Check the base URL and this computer’s network.`
  }
}

/** Null when the trouble is not TLS. */
function certificateWords(code: string, host: string): string | null {
  switch (code) {
    case 'CERT_HAS_EXPIRED':
      return `The certificate of ${host} has expired. The service’s operator has to renew it.`
    case 'CERT_NOT_YET_VALID':
      return `The certificate of ${host} is not valid yet. Check this computer’s date first.`
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return `The certificate is for another host than ${host}. Check the base URL.`
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
      return `The certificate of ${host} comes from an authority this computer does not trust. If it is your company’s own, name its file in the connection’s settings.`
  }
  return /CERT|TLS|SSL|^EPROTO$/.test(code)
    ? `No secure connection to ${host} came about. It must speak TLS 1.2 or later, with a certificate that is trusted.`
    : null
}

function judgeAnswer(
  { endpointId, login }: Connection,
  status: number,
  reading: Asked['reading'],
): Findings {
  const seen = `HTTP ${status}`
  if (reading === null || reading.kind === 'unclear') {
    const detail = reading === null ? seen : `${reading.detail} ${reading.excerpt ?? ''}`.trim()
    if (status >= 300 && status < 400)
      return { path: bad('The service points to another address. Correct the base URL.', detail) }
    if (status === 404 || status === 405 || status === 410)
      return { path: bad('The service has nothing at this path. Check the base URL.', detail) }
    if (status >= 500)
      return { answer: bad('The service answered with an error of its own. Try later.', detail) }
    return {
      answer: bad('The answer is none of this service. Check the base URL.', detail),
    }
  }
  const readable = { answer: good('The answer is in the service’s form.', seen) }
  if (reading.kind !== 'rejected')
    return {
      ...readable,
      path: good('The path and the endpoint id are right.'),
      credentials: good('The login is known and the signature accepted.'),
    }
  const words = reading.message
  const detail = `“${words}”${reading.code === undefined ? '' : `, code ${reading.code}`}, ${seen}`
  if (status === 404 || status === 405)
    return {
      ...readable,
      path: bad('The service has nothing at this path. Check the base URL.', detail),
    }
  const path = good('The path and the endpoint id are right.')
  switch (meaningOf(words)) {
    case 'no-order':
      return {
        ...readable,
        path,
        credentials: good(
          'The login is known and the signature accepted: the service only misses the order that was made up for this test.',
          detail,
        ),
      }
    case 'signature':
      return {
        ...readable,
        path,
        credentials: bad(
          'The service does not accept the signature. Enter the merchant control key again; if it is right, check the login and the form of the control checksum in the settings.',
          detail,
        ),
      }
    case 'login':
      return {
        ...readable,
        path,
        credentials: bad(`The service does not know the login “${login}” here.`, detail),
      }
    case 'endpoint':
      return {
        ...readable,
        path: bad(`The service does not know the endpoint id ${endpointId}.`, detail),
      }
    case 'no-card':
    case 'merchant-order-id':
    case 'unclear':
      return status === 401 || status === 403
        ? {
            ...readable,
            path,
            credentials: bad(
              'The service does not let this login in. Check the login, the control key and its rights.',
              detail,
            ),
          }
        : {
            ...readable,
            credentials: unknown(
              'The service refused the question in words of its own. If they only say that there is no such order, all is well.',
              detail,
            ),
          }
  }
}

function clock(skewMs: number | null): Finding {
  if (skewMs === null) return unknown('The answer does not say what time it is at the service.')
  const state = clockStateOf(skewMs)
  const words = [wordsOfSkew(skewMs), clockAdvice[state]].filter(Boolean).join(' ')
  return { state: state === 'stopped' ? 'bad' : state, words, detail: '' }
}

const hostOf = ({ baseUrl }: Connection): string => new URL(baseUrl).host
