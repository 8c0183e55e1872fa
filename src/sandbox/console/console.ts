// The console: one static page for people and a few POST switches, on loopback only. Requests from
// pages of another origin, from names that point at 127.0.0.1, and forms without the token of this
// page are refused. A program on this computer can read the token: it keeps out browsers alone.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { callbackRows, sentUrl } from '../events/callback.ts'
import { consolePage, pagePolicy, TOKEN } from './console-page.ts'
import { hostPlayed, isHostName, playHost } from '../hosts/profiles.ts'
import { isFaultKind } from '../book/test-amounts.ts'
import type { SandboxContext } from '../context/context.ts'
import { readPairs, readRequest, toFields } from '../http/received.ts'
import { routes } from '../operations/routes.ts'
import { dispute, isDisputeType } from '../events/dispute.ts'
import { renewTraining, trainingOrders } from '../events/seed.ts'
import { isSwitchName } from '../context/switches.ts'

/** Ten years: farther would only overflow dates. */
const MOST_MS = 3653 * 86_400_000
const FOREIGN = 'Only the console’s own page may switch anything.'
const STALE = 'The form is not of this page. Reload the console, then try again.'

type Fields = ReadonlyMap<string, string>
/** What a POST did: null when done, else what was wrong with it. */
type Action = (context: SandboxContext, fields: Fields) => string | null

const actions: Readonly<Record<string, Action>> = {
  '/console/faults'(context, fields) {
    const kind = fields.get('kind') ?? ''
    const operation = fields.get('operation') ?? ''
    const times = fields.get('times')
    if (!isFaultKind(kind)) return `kind "${kind}" is not a fault`
    if (operation !== '*' && !routes.some(({ id }) => id === operation))
      return `operation "${operation}" is not known`
    if (times !== undefined && !/^[1-9]\d{0,5}$/.test(times))
      return 'times must be a whole number above zero'
    context.faults.set({
      operation,
      kind,
      ...(times === undefined ? {} : { times: Number(times) }),
    })
    return null
  },
  '/console/faults/clear'(context, fields) {
    context.faults.clear(fields.get('operation'))
    return null
  },
  '/console/switches'(context, fields) {
    const name = fields.get('name') ?? ''
    if (!isSwitchName(name)) return `switch "${name}" is not known`
    context.switches.set(name, fields.get('on') === 'on')
    return null
  },
  '/console/host'(context, fields) {
    const name = fields.get('name') ?? ''
    if (!isHostName(name)) return `host "${name}" is not known`
    playHost(context.switches, name)
    return null
  },
  '/console/advance'(context, fields) {
    const ms = Number(fields.get('ms'))
    if (!Number.isSafeInteger(ms) || ms < 0 || ms > MOST_MS) return 'ms must be a whole number'
    return moveAhead(context, ms)
  },
  '/console/keys'(context, fields) {
    const registered = context.keys.register(fields.get('pem') ?? '')
    return registered.ok ? null : registered.refusal.message
  },
  '/console/disputes'(context, fields) {
    const orderid = fields.get('orderid') ?? ''
    const type = fields.get('type') ?? ''
    if (!isDisputeType(type)) return `type "${type}" is not a chargeback or its reversal`
    const disputed = dispute(context, orderid, type)
    return disputed.ok ? null : disputed.refusal.message
  },
  '/console/training'(context) {
    renewTraining(context, context.clock.book())
    return null
  },
}

function moveAhead(context: SandboxContext, ms: number): null {
  context.clock.advance(ms)
  context.wake()
  return null
}

const unitMs = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const

/** "30d", "12h", "10m" or "45s" as milliseconds. */
function spanOf(text: string): number | null {
  const match = /^(\d{1,6})([smhd])$/.exec(text)
  if (match === null) return null
  const ms = Number(match[1]) * unitMs[match[2] as keyof typeof unitMs]
  return ms > MOST_MS ? null : ms
}

/** What a browser says of the page that a request comes from; a program says nothing of it. */
function isForeign(context: SandboxContext, { headers }: IncomingMessage): boolean {
  const from = headers['sec-fetch-site']
  const isOwn = from === undefined || from === 'none' || from === 'same-origin'
  const { origin, referer } = headers
  const isOfOther = [origin, referer].some(
    (one) => one !== undefined && URL.parse(one)?.origin !== context.origin,
  )
  return !isOwn || isOfOther
}

/**
 * Handles console/?advance=30d, typed into the address bar or sent by a program. A page of another
 * origin can't use it.
 */
function advanceByAddress(context: SandboxContext, request: IncomingMessage, text: string) {
  if (isForeign(context, request)) return { status: 403, text: FOREIGN }
  const ms = spanOf(text)
  if (ms === null) return { status: 400, text: 'advance must be a span like 45s, 10m, 12h or 30d.' }
  moveAhead(context, ms)
  return { status: 303, text: 'Done.' }
}

/** What a program may want to know; no keys. A page of another origin can’t read the token. */
const state = (context: SandboxContext) => ({
  token: context.consoleToken,
  trainingOrders: trainingOrders(context),
  effects: context.book.effects(),
  requests: context.log.rows(),
  callbacks: callbackRows(context).map((row) => ({ ...row, sent: sentUrl(context, row) })),
  faults: context.faults.list(),
  switches: context.switches.list(),
  host: hostPlayed(context.switches),
})

export async function answerConsole(
  context: SandboxContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const say = (status: number, text: string, headers: Record<string, string> = {}): void => {
    response
      .writeHead(status, {
        'content-type': 'text/plain; charset=utf-8',
        'x-content-type-options': 'nosniff',
        ...headers,
      })
      .end(text)
  }
  const path = (request.url ?? '').split('?')[0] ?? ''
  if (`http://${request.headers.host ?? ''}` !== context.origin)
    return say(403, `The console is at ${context.origin}/console/ only.`)
  if (request.method === 'GET' && path === '/console')
    return say(302, '', { location: '/console/' })
  const span = URL.parse(request.url ?? '', context.origin)?.searchParams.get('advance') ?? null
  if (span !== null && path === '/console/' && ['GET', 'POST'].includes(request.method ?? '')) {
    const { status, text } = advanceByAddress(context, request, span)
    return say(status, text, status === 303 ? { location: '/console/' } : {})
  }
  if (request.method === 'GET' && path === '/console/') {
    context.wake()
    return say(200, consolePage(context), {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': pagePolicy,
      // With no-referrer a browser sends this page's own forms with `Origin: null`, which is
      // refused below.
      'referrer-policy': 'same-origin',
      'cache-control': 'no-store',
    })
  }
  if (request.method === 'GET' && path === '/console/state.json') {
    context.wake()
    return say(200, JSON.stringify(state(context)), {
      'content-type': 'application/json',
      'cache-control': 'no-store',
    })
  }
  const action = Object.hasOwn(actions, path) ? actions[path] : undefined
  if (action === undefined) return say(404, 'Nothing is here.')
  if (request.method !== 'POST') return say(405, 'Use POST.')
  if (isForeign(context, request)) return say(403, FOREIGN)
  const read = await readRequest(request)
  const pairs = read.ok ? readPairs(read.value.body) : read
  const fields = pairs.ok ? toFields(pairs.value) : pairs
  if (!fields.ok) return say(400, fields.refusal.message)
  if (fields.value.get(TOKEN) !== context.consoleToken) return say(403, STALE)
  const problem = action(context, fields.value)
  return problem === null ? say(303, 'Done.', { location: '/console/' }) : say(400, problem)
}
