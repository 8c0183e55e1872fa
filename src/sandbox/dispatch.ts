// One request from door to answer: route, headers, fields, signature, rules, effect, log. The
// effect and its log row are one transaction, committed before the answer leaves.
import { finalize, finalizeInside } from './events/scheduler.ts'
import { type AnswerRecord, BASE_PATH, errorResponse, MEDIA_TYPE } from './http/answers.ts'
import { checkBonds, checkFields, type Fields } from './http/fields.ts'
import { answerLater, declinedAtOnce } from './hosts/later.ts'
import { demandsOf } from './hosts/demands.ts'
import { orderNamed } from './hosts/own-orders.ts'
import { inVoice, refusedInVoice } from './hosts/voice.ts'
import type { Delivery } from './book/test-amounts.ts'
import type { Call, RouteResult, SandboxContext, Route } from './context/context.ts'
import { readPairs, type Received, redacted, toFields } from './http/received.ts'
import { accept, type Checked, type Refusal, refuse } from './http/refusal.ts'
import type { RequestRow } from './context/request-log.ts'
import { routeOf } from './operations/routes.ts'
import { checkSignature, schemeOf, type Signed } from './signature.ts'
import { amountsFromWire, amountsToWire } from './hosts/wire-amounts.ts'

export interface Dispatched {
  http: number
  record: AnswerRecord
  delivery: Delivery
}

/** What is known of a request so far, for its log row. */
interface Trail {
  serial: string
  route: Route | null
  pairs: [string, string][]
  signature: RequestRow['signature']
}

export function dispatch(context: SandboxContext, read: Checked<Received>): Dispatched {
  const trail: Trail = { serial: context.nextSerial(), route: null, pairs: [], signature: null }
  const received = read.ok ? read.value : null
  const found = read.ok ? admit(context, read.value, trail) : read
  const done = found.ok ? carryOut(context, found.value) : found
  const clientOrderid =
    trail.pairs.find(([name]) => /^client[_-]order-?id$/.test(name))?.[1] ?? null
  const performed: Dispatched = done.ok
    ? { http: 200, ...done.value }
    : {
        http: context.switches.isOn('refusals-under-200') ? 200 : done.refusal.http,
        record: refusedInVoice(
          context.switches,
          errorResponse(trail.serial, done.refusal, clientOrderid),
        ),
        delivery: 'normal',
      }
  if (!done.ok) context.log.add(rowOf(context, received, trail, performed, done.refusal))
  if (context.log.isFull()) context.log.flush()
  return performed

  /** MONEY: booking, effect and log row are committed together, once, before any answer. */
  function carryOut(
    { log, store, faults, switches }: SandboxContext,
    call: Call,
  ): Checked<Pick<Dispatched, 'record' | 'delivery'>> {
    const write = (
      made: AnswerRecord,
      delivery: Delivery,
    ): Checked<Pick<Dispatched, 'record' | 'delivery'>> => {
      const reported = inVoice(switches, answerLater(context, call, made), call.now)
      const record = amountsToWire(switches, reported)
      log.add(rowOf(context, received, trail, { http: 200, record, delivery }, null))
      return accept({ record, delivery })
    }
    const outcome: Checked<RouteResult> =
      trail.route === null ? refuse('INTERNAL', 'no route') : trail.route.run(call)
    if (!outcome.ok) return outcome
    const plan = outcome.value
    if (plan.kind === 'answer') {
      const fault = faults.take(call.operation, null)
      const declined = declinedAtOnce(switches, call, fault?.outcome)
      return write(declined ?? plan.record, fault?.delivery ?? 'normal')
    }
    const amountMinor = switches.isOn('test-amounts') ? plan.amountMinor : null
    const fault = faults.take(call.operation, amountMinor)
    const declined = declinedAtOnce(switches, call, fault?.outcome)
    if (declined !== null) return write(declined, fault?.delivery ?? 'normal')
    if (fault?.hasEffect === false)
      return write({ type: 'error', 'serial-number': call.serial }, fault.delivery)
    const made = store.atomically(() => {
      const taken = plan.apply(fault?.outcome ?? null)
      const reported = switches.isOn('final-at-once') ? atOnce(context, call, taken) : taken
      const answer = write(reported, fault?.delivery ?? 'normal')
      log.insert()
      return answer
    })
    context.wake()
    return made
  }
}

/** Finalizes what the request began, if nothing holds it up, and tells how it ended. */
function atOnce(context: SandboxContext, call: Call, taken: AnswerRecord): AnswerRecord {
  const { book } = context
  finalizeInside(context, call.now)
  const order = orderNamed(context, Number(taken['paynet-order-id']))
  const begun = order && book.transactionByRequest(order.orderid, call.serial)
  if (begun === undefined || begun.status === 'processing' || begun.status === 'unknown')
    return taken
  return {
    ...taken,
    status: begun.status,
    ...(begun.errorCode === null ? {} : { 'error-code': begun.errorCode }),
    ...(begun.errorMessage === null ? {} : { 'error-message': begun.errorMessage }),
  }
}

/** Everything that is checked before the operation itself looks at the request. */
function admit(context: SandboxContext, received: Received, trail: Trail): Checked<Call> {
  const path = received.target.split('?')[0] ?? ''
  const found = path.startsWith(`${BASE_PATH}/`) ? routeOf(path.slice(BASE_PATH.length)) : null
  if (found === null) return refuse('UNKNOWN_PATH', `nothing is at ${path.slice(0, 200)}`)
  const { route, rest } = found
  trail.route = route
  if (received.method !== 'POST')
    return refuse('METHOD_NOT_ALLOWED', 'every operation is an HTTP POST')
  const { endpointId, groupId } = context.identity
  const addressed = rest === endpointId ? endpointId : rest === `group/${groupId}` ? groupId : null
  if (addressed === null)
    return refuse(
      'UNKNOWN_ENDPOINT',
      'endpointId: the path must end in a known endpoint id or group/<id>',
      'endpointId',
    )
  if (mediaType(received.headers['content-type']) !== 'application/x-www-form-urlencoded')
    return refuse('WRONG_CONTENT_TYPE', 'Content-Type must be application/x-www-form-urlencoded')
  const isLenient = context.switches.isOn('answers-form-encoded')
  const types = (received.headers.accept ?? '').split(',')
  if (!isLenient && !types.some((part) => mediaType(part) === MEDIA_TYPE))
    return refuse('WRONG_ACCEPT', `Accept must be ${MEDIA_TYPE}`)
  if (received.body === '') return refuse('MALFORMED_BODY', 'the body is required')
  const pairs = readPairs(received.body)
  if (!pairs.ok) return pairs
  trail.pairs = pairs.value
  const read = toFields(pairs.value)
  if (!read.ok) return read
  const signed = { received, route, fields: read.value, pairs: pairs.value, addressed }
  const checked = checkRequest(context, signed, trail)
  if (!checked.ok) return checked
  const now = context.clock.book()
  finalize(context, now)
  return accept({
    context,
    operation: route.id,
    fields: checked.value,
    serial: trail.serial,
    endpointId: addressed,
    now,
  })
}

/** Answers the fields as the operations read them. */
function checkRequest(context: SandboxContext, request: Signed, trail: Trail): Checked<Fields> {
  const { route } = request
  const read = amountsFromWire(context.switches, request.fields)
  if (!read.ok) return read
  const fields = read.value
  const signature = (): Checked<null> => {
    const { checked, finding } = checkSignature(context, { ...request, fields })
    trail.signature = finding
    return checked
  }
  const form = (): Checked<null> => {
    const checked = checkFields(fields, demandsOf(context.switches, route))
    if (!checked.ok) return checked
    const bonds = checkBonds(fields, route)
    if (!bonds.ok) return bonds
    const login = fields.get('login')
    return login === undefined || login === context.identity.login
      ? accept(null)
      : refuse('WRONG_LOGIN', 'login is not known at this endpoint', 'login')
  }
  // A control can be recomputed only from well-formed fields; an OAuth signature covers the bytes,
  // whatever they mean.
  const [first, second] = schemeOf(request) === 'control' ? [form, signature] : [signature, form]
  const checked = first()
  const both = checked.ok ? second() : checked
  return both.ok ? accept(declared(fields, route)) : both
}

/** A field that the route does not declare was not checked, so no operation sees it. */
const declared = (fields: Fields, route: Route): Fields =>
  new Map([...fields].filter(([name]) => route.fields.some((rule) => rule.name === name)))

const mediaType = (header: string | undefined): string =>
  (header ?? '').split(';')[0]?.trim().toLowerCase() ?? ''

function rowOf(
  context: SandboxContext,
  received: Received | null,
  trail: Trail,
  performed: Dispatched,
  refusal: Refusal | null,
): RequestRow {
  return {
    serial: trail.serial,
    at: context.clock.book(),
    method: received?.method ?? '',
    path: received?.target.slice(0, 500) ?? '',
    operation: trail.route?.id ?? null,
    fields: redacted(trail.pairs),
    signature: trail.signature,
    http: performed.http,
    code: refusal?.code ?? null,
    message: refusal?.message ?? performed.record['type'] ?? '',
    delivery: performed.delivery,
  }
}
