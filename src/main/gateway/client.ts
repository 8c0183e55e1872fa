// Runs a row of the operation table: builds and signs a request (build), sends it once (send) or
// reads with retries (read). Called by main/desk. It never retries a write or money row, never
// sends a prepared request twice and never journals.
import { say } from '#shared/message.ts'
import { randomBytes, X509Certificate } from 'node:crypto'
import type { Connection, KeyRole } from '#shared/connections/connection.ts'
import { authOf } from '#shared/gateway/auth-of.ts'
import { fail, inputFault, ok, type Result } from '#shared/fault.ts'
import { cardFields } from '#shared/gateway/operations/parts/fields.ts'
import {
  rowOf,
  type Answer,
  type OperationId,
  type Request,
} from '#shared/gateway/operations/index.ts'
import { rowOn, sentNamesOf } from '#shared/gateway/own-fields.ts'
import { parseRequest, sentFieldsOf } from '#shared/gateway/request.ts'
import type { Money } from '#shared/money.ts'
import {
  readAnswer,
  tooMany,
  type AnswerRecord,
  type Expected,
  type ParsedAnswer,
} from './answers/answer.ts'
import {
  outcomeOfExchange,
  outcomeOfAnswer,
  readFaultOf,
  unknown,
  type Outcome,
} from './answers/outcome.ts'
import {
  checkMoney,
  checkSigned,
  digestOf,
  encodeForm,
  expectedOf,
  keyedCard,
  type SignedRequest,
  redactSent,
  urlOf,
} from './signed-request.ts'
import { heardIn, waitAsked } from './budget/too-often.ts'
import type { Rank, Turn } from './budget/turn.ts'
import type { ClientParts } from './client-parts.ts'
import type { Proxy } from './transport/proxy.ts'
import type { UsedSecret } from './signing/sign-types.ts'
import { provenSkew, skewOf, type Clocked } from './transport/skew.ts'
import type { Exchange, SendInput } from './transport/exchange.ts'

export type { ParsedAnswer } from './answers/answer.ts'
export type { ClientParts, GatewayAnswer } from './client-parts.ts'
export type { Outcome } from './answers/outcome.ts'
export type { SignedRequest } from './signed-request.ts'

export type ReadReply<Id extends OperationId> = {
  answer: AnswerRecord
  typed: Answer<Id>
  serialNumber: string | null
} & Clocked

/** Request fields as text; parsed by the row's schema before anything else happens. */
type RequestFields = Readonly<Record<string, string | undefined>>

/** As whom a question is asked: a person, where nothing is said. */
interface AskedAs {
  rank?: Rank
  /** The turn that it is asked in; without one it takes one of its own for each try. */
  turn?: Turn
  tries?: number | undefined
}

/** Both are asked as the connection stands (see SendInput). */
interface Leaving extends Pick<SendInput, 'whyNotNow' | 'lookAndWrite'> {
  turn?: Turn
}
type Sending = [
  ...[signed: SignedRequest, connection: Connection, id: OperationId],
  leaving?: Leaving,
]

export interface GatewayClient {
  /**
   * Parses, signs and encodes; sends nothing. `money` is the parsed `amount` of the request, null
   * exactly when it has none. Faults: input, vault, denied/clock.
   */
  build(
    id: OperationId,
    connection: Connection,
    request: RequestFields,
    money: Money | null,
  ): Promise<Result<SignedRequest>>
  /**
   * Sends what build() gave, once. Throws for anything build() of this client did not give or that
   * was sent already. Whoever journals a sending takes its turn before.
   */
  send(...sending: Sending): Promise<Outcome>
  /**
   * Read rows only (throws for others): up to three tries, or as many as `tries` says, each freshly
   * signed. Faults: all but denied.
   */
  read<Id extends OperationId>(
    id: Id,
    connection: Connection,
    request: Request<Id>,
    as?: AskedAs,
  ): Promise<Result<ReadReply<Id>>>
  /**
   * Read rows and probes only (throws for others): one try, and all there is to know about it. For
   * testing a connection. MONEY: nothing else is ever signed by a next key. Faults: as build.
   */
  ask(
    id: OperationId,
    connection: Connection,
    request: RequestFields,
    keyRole?: KeyRole,
  ): Promise<Result<Asked>>
}

/**
 * MONEY: what a test of a connection may send beside questions. Neither moves money, and each needs
 * an order or a card that is there: the test names ids that it made up.
 */
const probeIds = ['pan-eligibility-send', 'create-card-ref-v4'] as const
export type ProbeId = (typeof probeIds)[number]

export interface Asked {
  exchange: Exchange
  /** What the answer says; null when none came. */
  parsed: ParsedAnswer | null
  skewMs: number | null
}

const mostTries = 3
const firstPauseMs = 400

/** For the sender alone: these values may reach nobody else. */
interface SendParts {
  expected: Expected
  ca: string | undefined
  proxy: Proxy | null
  used: UsedSecret
}

/** A client during its life. */
interface Client {
  deps: ClientParts
  /**
   * MONEY: a prepared request is in here from build() until it is sent; being taken out is what
   * allows one sending.
   */
  unsent: WeakMap<SignedRequest, SendParts>
  /**
   * Never leaves this client and ends with it: a digest that holds a card is worth comparing only
   * while its review lives.
   */
  cardKey: Buffer
}

export function createClient(deps: ClientParts): GatewayClient {
  const client: Client = { deps, unsent: new WeakMap(), cardKey: randomBytes(32) }
  return {
    build: (id, connection, request, money) => build(client, id, { connection, request, money }),
    read: (...question) => read(client, ...question),
    send: async (...signed) => (await sendOnly(client, ...signed)).outcome,
    ask: async (id, connection, request, keyRole) => {
      const isProbe = (probeIds as readonly OperationId[]).includes(id)
      if (rowOf(id).risk !== 'read' && !isProbe) throw new Error(`${id} is not a read operation.`)
      const signed = await build(client, id, { connection, request, money: null, keyRole })
      return signed.ok ? ok(await exchangeOnce(client, signed.value, connection, id)) : signed
    },
  }
}

interface ToBuild {
  connection: Connection
  request: RequestFields
  money: Money | null
  keyRole?: KeyRole | undefined
}

async function build(
  { deps, unsent, cardKey }: Client,
  id: OperationId,
  { connection, request, money, keyRole = 'present' }: ToBuild,
): Promise<Result<SignedRequest>> {
  const { settings } = connection
  const parsed = parseRequest(id, request, settings.digitsRule, settings.fields)
  if (!parsed.ok) return parsed
  const fields = sentFieldsOf(parsed.value, settings.amountUnit)
  checkMoney(parsed.value.money, money)
  const url = urlOf(id, connection)
  if (!url.ok) return url
  const ca = await readCa(deps, connection)
  if (!ca.ok) return ca
  const proxy = deps.proxyFor(url.value, connection)
  if (!proxy.ok) return proxy
  const row = rowOn(id, settings.fields)
  const auth = authOf(row, id, settings)
  const sentAs = sentNamesOf(id, settings.fields)
  const stopped = auth.scheme === 'control' ? null : deps.stopOAuth(connection.id)
  if (stopped !== null) return fail(stopped)
  const used = Object.keys(fields).some((name) => cardFields.has(name)) ? 'card' : 'key'
  const signed = await deps.signer.sign({
    ...{ row, auth, method: 'POST', url: url.value, fields, sentAs, money },
    ...{ connection, keyRole },
  })
  // Also for a review that is never sent.
  deps.forget?.(used)
  if (!signed.ok) return signed
  const sent = signed.value.fields
  checkSigned(fields, sent, sentAs)
  const built: SignedRequest = Object.freeze({
    id,
    connectionId: connection.id,
    url: url.value,
    headers: Object.freeze({
      ...signed.value.headers,
      'Content-Type': 'application/x-www-form-urlencoded',
      Accept: 'application/vnd.pay+json',
      // Firewalls before some hosts turn away who does not say what they are.
      'User-Agent': 'Paydesk',
    }),
    body: Buffer.from(encodeForm(sent), 'latin1'),
    explanation: signed.value.explanation,
    fieldsRedacted: redactSent(sent, sentAs),
    digest: digestOf(id, url.value, connection.login, keyedCard(sent, sentAs, cardKey)),
  })
  unsent.set(built, {
    expected: expectedOf(id, fields, settings),
    ca: ca.value,
    proxy: proxy.value,
    used,
  })
  return ok(built)
}

/**
 * The body holds the signature, and a card where there is one: it is overwritten, whatever came
 * back.
 */
async function transportOnce(
  deps: ClientParts,
  input: SendInput,
  used: UsedSecret,
): Promise<Exchange> {
  try {
    return await deps.transport(input)
  } finally {
    input.body.fill(0)
    deps.forget?.(used)
  }
}

/**
 * One sending and what came back, told to whoever watches. Throws before it sends when it was not
 * prepared for this.
 */
async function exchangeOnce(
  { deps, unsent }: Client,
  ...[signed, connection, id, leaving = {}]: Sending
): Promise<Asked> {
  const parts = unsent.get(signed)
  if (parts === undefined || signed.id !== id || signed.connectionId !== connection.id)
    throw new NotSigned()
  unsent.delete(signed)
  const { whyNotNow, lookAndWrite } = leaving
  const { connectTimeoutMs, answerTimeoutMs, maxBodyBytes, maxHeaderBytes } = connection.settings
  const turn = leaving.turn ?? (await deps.takeTurn(connection, 'person'))
  const startedAt = deps.clock()
  turn.begin()
  const exchange = await transportOnce(
    deps,
    {
      url: signed.url,
      headers: signed.headers,
      body: signed.body,
      limits: { connectTimeoutMs, answerTimeoutMs, maxBodyBytes, maxHeaderBytes },
      clock: deps.clock,
      ...{ whyNotNow, lookAndWrite },
      ...(deps.closing !== undefined && rowOf(id).risk === 'read' ? { signal: deps.closing } : {}),
      ...(parts.ca === undefined ? {} : { ca: parts.ca }),
      ...(parts.proxy === null ? {} : { proxy: parts.proxy }),
    },
    parts.used,
  ).finally(() => {
    if (leaving.turn === undefined) turn.end()
  })
  turn.heard(heardIn(exchange))
  if (exchange.kind !== 'answered') return { exchange, parsed: null, skewMs: null }
  const parsed = readAnswer(exchange, parts.expected)
  const skewMs = provenSkew(exchange.date, startedAt, exchange.at)
  const answer = 'answer' in parsed ? (parsed.answer ?? null) : null
  const answered = { connectionId: connection.id, operation: id, skewMs, at: exchange.at, answer }
  try {
    deps.onAnswer(answered)
  } catch (error) {
    // MONEY: what watches the answers must not turn a good one into an unknown outcome.
    deps.report('on-answer', error)
  }
  return { exchange, parsed, skewMs }
}

/**
 * `askAgain` matters to read() alone: after a question that got no answer, or an unreadable one
 * from a server in trouble, or one that came too often.
 */
async function sendOnly(
  client: Client,
  ...sending: Sending
): Promise<{ outcome: Outcome; askAgain: 'no' | 'soon' | { ms: number } }> {
  try {
    const { exchange, parsed } = await exchangeOnce(client, ...sending)
    if (exchange.kind !== 'answered')
      return { outcome: outcomeOfExchange(exchange), askAgain: 'soon' }
    if (parsed === null) throw new Error('An answer was not read.')
    const clocked = { date: exchange.date, skewMs: skewOf(exchange.date, exchange.at) }
    const isInTrouble = parsed.kind === 'unclear' && exchange.status >= 500
    const askAgain = exchange.status === tooMany ? waitAsked(exchange) : isInTrouble ? 'soon' : 'no'
    return { outcome: outcomeOfAnswer(parsed, clocked), askAgain }
  } catch (error) {
    if (error instanceof NotSigned) throw error
    // MONEY: a bug from here on says nothing about what reached the gateway.
    const message = error instanceof Error ? error.message : String(error)
    const outcome = unknown(say('gateway.something-unexpected-happened', { why: message }), {
      date: null,
      skewMs: null,
    })
    return { outcome, askAgain: 'no' }
  }
}

async function read<Id extends OperationId>(
  client: Client,
  id: Id,
  connection: Connection,
  request: Request<Id>,
  as: AskedAs = {},
): Promise<Result<ReadReply<Id>>> {
  const { deps } = client
  const { tries = mostTries } = as
  // MONEY: this is the only loop around sendOnly(); nothing but a question may enter it.
  if (rowOf(id).risk !== 'read') throw new Error(`${id} is not a read operation.`)
  for (let tried = 1; ; tried += 1) {
    const asked = await readOnce(client, id, connection, request as RequestFields, as)
    if (!asked.ok) return asked
    const { outcome, askAgain } = asked.value
    if (outcome.kind === 'accepted') {
      const { answer, serialNumber, date, skewMs } = outcome
      return ok({ answer, typed: outcome.typed as Answer<Id>, serialNumber, date, skewMs })
    }
    if (tried >= tries || askAgain === 'no' || deps.closing?.aborted === true)
      return fail(readFaultOf(outcome))
    const pauseMs = Math.round(firstPauseMs * 2 ** (tried - 1) * (0.5 + deps.random()))
    await deps.sleep(askAgain === 'soon' ? pauseMs : askAgain.ms + pauseMs)
  }
}

/** One try, signed when its turn has come. */
async function readOnce(
  client: Client,
  ...[id, connection, request, as]: [OperationId, Connection, RequestFields, AskedAs]
): Promise<Result<Awaited<ReturnType<typeof sendOnly>>>> {
  const turn = as.turn ?? (await client.deps.takeTurn(connection, as.rank ?? 'person'))
  try {
    await turn.ready()
    const signed = await build(client, id, { connection, request, money: null })
    return signed.ok ? ok(await sendOnly(client, signed.value, connection, id, { turn })) : signed
  } finally {
    if (as.turn === undefined) turn.end()
  }
}

async function readCa(
  deps: ClientParts,
  { settings }: Connection,
): Promise<Result<string | undefined>> {
  if (settings.caFile === undefined) return ok(undefined)
  try {
    const pem = await deps.readCaFile(settings.caFile)
    // node:tls skips over what it can't read, and every connection would then fail for another
    // reason: this throws.
    new X509Certificate(pem)
    return ok(pem)
  } catch {
    return fail(inputFault('caFile', say('gateway.ca-file-unreadable')))
  }
}

/** A bug of the caller, found before anything is sent. */
class NotSigned extends Error {
  override message = say('gateway.not-prepared-here')
}
