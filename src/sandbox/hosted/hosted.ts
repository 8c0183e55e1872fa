// The gateway's own pages for the customer: hosted forms, the 3-D Secure method, challenge and
// PaReq pages. No script; every page is reached by an unguessable token and leads on to
// redirect_url.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Order } from '../book/book.ts'
import { reportedFields } from '../events/callback.ts'
import { cardFacts, outcomeOfCard, testCard } from '../book/card.ts'
import { checkFields, type Fields, may, must } from '../http/fields.ts'
import {
  challengePage,
  formPage,
  hostedStyle,
  methodPage,
  notePage,
  resultPage,
  returnPage,
} from './hosted-page.ts'
import { plainOutcome } from '../book/test-amounts.ts'
import { cardFieldRules } from '../operations/payment.ts'
import type { SandboxContext } from '../context/context.ts'
import { readPairs, readRequest, toFields } from '../http/received.ts'
import {
  cancelled,
  endStep,
  failed3ds,
  moveStep,
  pathOfStep,
  resultText,
  type Step,
  stepOfToken,
} from '../operations/steps.ts'

export const isHostedPath = (target: string): boolean => /^\/(forms|3ds|back)\//.test(target)

const GONE = 'This page does not exist, or is no longer needed.'

/** A page to show, or where to go next. */
type Reply = { status: number; html: string; isWaiting?: true } | { location: string }

export async function answerHosted(
  context: SandboxContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = (request.url ?? '').split('?')[0] ?? ''
  const found = path.startsWith('/back/') ? findWayBack(context, path) : findPage(context, path)
  const reply: Reply =
    found === null
      ? { status: 404, html: notePage(GONE) }
      : found.step.stage === 'done'
        ? leadBack(context, request, found)
        : await replyTo(context, request, found, path)
  const origin = found?.order.facts.redirectUrl && URL.parse(found.order.facts.redirectUrl)?.origin
  if ('location' in reply) response.writeHead(303, { location: reply.location }).end()
  else
    response
      .writeHead(reply.status, {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': `default-src 'none'; style-src ${hostedStyle}; base-uri 'none'; frame-ancestors 'none'; form-action 'self'${typeof origin === 'string' ? ` ${origin}` : ''}`,
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
        ...(reply.isWaiting === undefined ? {} : { refresh: '1' }),
      })
      .end(reply.html)
}

interface Page {
  step: Step
  order: Order
}

function findPage(context: SandboxContext, path: string): Page | null {
  const token = path.split('/').at(-1) ?? ''
  const step = stepOfToken(context.store, token)
  const order = step && context.book.order(step.orderid)
  if (step === undefined || order === undefined || pathOfStep(step) !== path) return null
  context.wake()
  const first = context.book.transactions(order.orderid)[0]
  return first?.status === 'processing' ? { step, order } : null
}

/** Where a customer waits for the end who then comes back by POST. */
const pathBack = ({ token }: Step): string => `/back/${token}`

function findWayBack(context: SandboxContext, path: string): Page | null {
  const step = stepOfToken(context.store, path.slice('/back/'.length))
  const order = step && context.book.order(step.orderid)
  if (step?.stage !== 'done' || order?.facts.redirectUrl === undefined) return null
  context.wake()
  return { step, order }
}

function leadBack(context: SandboxContext, request: IncomingMessage, { step, order }: Page): Reply {
  if (request.method !== 'GET') return { status: 405, html: notePage('Open this page.') }
  const stage = context.book.transaction(step.facts.transactionId)
  const isOver = stage !== undefined && stage.status !== 'processing' && stage.status !== 'unknown'
  return isOver
    ? {
        status: 200,
        html: returnPage(order.facts.redirectUrl ?? '', reportedFields(context, order, stage)),
      }
    : { status: 200, html: notePage('Please wait. The payment is in processing.'), isWaiting: true }
}

async function replyTo(
  context: SandboxContext,
  request: IncomingMessage,
  page: Page,
  path: string,
): Promise<Reply> {
  if (request.method === 'GET') {
    noteMethod(context, page.step)
    return show(page, '')
  }
  if (request.method !== 'POST')
    return { status: 405, html: notePage('Use the form on this page.') }
  const read = await readRequest(request)
  const pairs = read.ok ? readPairs(read.value.body) : read
  const fields = pairs.ok ? toFields(pairs.value) : pairs
  if (!fields.ok) return { status: 400, html: notePage(fields.refusal.message) }
  // Another submission may have been faster while the body came in.
  const current = findPage(context, path)
  if (current === null) return { status: 404, html: notePage(GONE) }
  const reply = context.store.atomically(() => submit(context, current, fields.value))
  context.wake()
  return reply
}

/** The issuer has seen the browser: the first time counts. */
function noteMethod({ store, clock }: SandboxContext, step: Step): void {
  if (step.stage !== 'method' || step.facts.methodAt !== undefined) return
  const facts = { ...step.facts, methodAt: clock.book() }
  moveStep(store, { ...step, facts }, 'method')
}

function submit(context: SandboxContext, page: Page, fields: Fields): Reply {
  switch (page.step.stage) {
    case 'form':
    case 'payout-form':
      return submitForm(context, page, fields)
    case 'challenge':
    case 'pares':
      return submitChallenge(context, page, fields)
    case 'method':
    case 'done':
      return show(page, '')
  }
}

function show({ step, order }: Page, problem: string): Reply {
  const status = problem === '' ? 200 : 422
  switch (step.stage) {
    case 'form':
    case 'payout-form':
      return { status, html: formPage(order, step.stage, problem) }
    case 'method':
      return { status, html: methodPage(order) }
    case 'challenge':
    case 'pares':
      return { status, html: challengePage(order) }
    case 'done':
      return { status, html: notePage(GONE) }
  }
}

function back(context: SandboxContext, { order, step }: Page): Reply {
  const { redirectUrl } = order.facts
  if (redirectUrl === undefined)
    return { status: 200, html: notePage('Thank you. You can close this page.') }
  return { location: context.switches.isOn('returns-by-post') ? pathBack(step) : redirectUrl }
}

const destinationRules = [may('credit_card_number'), may('account_number'), must('account_name')]

function submitForm(context: SandboxContext, page: Page, fields: Fields): Reply {
  const { step, order } = page
  if (fields.has('cancel')) {
    endStep(context, order, step, cancelled)
    return back(context, { order, step })
  }
  return step.stage === 'payout-form'
    ? submitDestination(context, page, fields)
    : submitCard(context, page, fields)
}

function submitDestination(context: SandboxContext, { step, order }: Page, fields: Fields): Reply {
  const checked = checkFields(fields, destinationRules)
  if (!checked.ok) return show({ step, order }, checked.refusal.message)
  const [number, account] = [fields.get('credit_card_number'), fields.get('account_number')]
  if (number === undefined && account === undefined)
    return show({ step, order }, 'Enter a card number or an account number.')
  const destination =
    number === undefined ? `account ${account ?? ''}` : `card **** ${number.slice(-4)}`
  context.book.changeFacts(order.orderid, {
    ...order.facts,
    name: fields.get('account_name') ?? '',
    destination,
  })
  endStep(context, order, step, step.facts.outcome ?? plainOutcome)
  return back(context, { order, step })
}

function submitCard(context: SandboxContext, { step, order }: Page, fields: Fields): Reply {
  const checked = checkFields(fields, cardFieldRules)
  const card = cardFacts(fields)
  if (!checked.ok) return show({ step, order }, checked.refusal.message)
  if (card === null) throw new Error('card fields were not checked before use')
  const number = fields.get('credit_card_number') ?? ''
  const name = order.facts.name ?? card.printedName
  context.book.changeFacts(order.orderid, { ...order.facts, name, card })
  const check = testCard(number)?.check ?? 'none'
  if (check === 'none' || check === 'method-frictionless') {
    const outcome =
      step.facts.outcome ?? outcomeOfCard(card, number, context.clock.book()) ?? plainOutcome
    endStep(context, order, step, outcome)
    return back(context, { order, step })
  }
  const facts = { ...step.facts, check }
  const moved = moveStep(
    context.store,
    { ...step, facts },
    check === 'pares' ? 'pares' : 'challenge',
  )
  return { location: pathOfStep(moved) ?? '/' }
}

function submitChallenge(context: SandboxContext, { step, order }: Page, fields: Fields): Reply {
  const word = fields.get('result') === 'pass' ? 'Y' : 'N'
  if (!step.facts.isHosted)
    return { status: 200, html: resultPage(order, step, resultText(step, word)) }
  if (word === 'Y') {
    context.book.changeFacts(order.orderid, { ...order.facts, verified3d: 'Y' })
    endStep(context, order, step, step.facts.outcome ?? plainOutcome)
  } else endStep(context, order, step, failed3ds)
  return back(context, { order, step })
}
