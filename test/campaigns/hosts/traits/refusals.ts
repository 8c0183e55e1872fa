// Refusals and HTTP: shapes of a refusal, statuses of HTTP, and who stands before the gateway.
import type { About, Ask, Trait, Reply, Reported } from '../foreign/trait.ts'

const refused =
  (change: (reply: Reply, reported: Reported) => Partial<Reply>) =>
  (reply: Reply, reported: Reported, { isRefusal }: About): Reply =>
    isRefusal ? { ...reply, ...change(reply, reported) } : reply

const json = { 'content-type': 'application/vnd.pay+json' }
const wordsOf = (reported: Reported): Reported => ({
  'error-code': reported['error-code'],
  'error-message': reported['error-message'],
})
const everySecond =
  (reply: Reply, isMeant: (ask: Ask) => boolean) =>
  (ask: Ask): Reply | null =>
    isMeant(ask) && ask.nth % 2 === 1 ? reply : null
const page = (title: string): string => `<html><head><title>${title}</title></head></html>`

export const refusals: readonly Trait[] = [
  {
    name: 'refusals under 200',
    about: 'The record alone says that it is one.',
    source: 'family document',
    writes: refused(() => ({ status: 200 })),
  },
  {
    name: 'refusals as plain text',
    about: 'HTTP 400 and a sentence.',
    source: 'public server',
    writes: refused((_, reported) => ({
      headers: { 'content-type': 'text/plain' },
      body: String(reported['error-message']),
    })),
  },
  {
    name: 'refusals nested',
    about: '`{"error":{...}}`.',
    source: 'invented',
    writes: refused((_, reported) => ({ body: JSON.stringify({ error: wordsOf(reported) }) })),
  },
  {
    name: 'refusals under 422',
    about: 'A whole `validation-error`.',
    source: 'invented',
    writes: refused(() => ({ status: 422 })),
  },
  {
    name: 'refusals under 409',
    about: 'A whole `validation-error`.',
    source: 'invented',
    writes: refused(() => ({ status: 409 })),
  },
  {
    name: 'refusals without a type, as a form',
    about: '`error-code` and `error-message`, `text/html`.',
    source: 'public server',
    writes: refused((_, reported) => ({
      headers: { 'content-type': 'text/html' },
      body: Object.entries(wordsOf(reported))
        .map(([key, value]) => `${key}=${encodeURIComponent(String(value))}`)
        .join('&'),
    })),
  },
  {
    name: 'refusals in JSON without a type',
    about: '`error-code` and `error-message`.',
    source: 'public server',
    writes: refused((_, reported) => ({ body: JSON.stringify(wordsOf(reported)) })),
  },
  {
    name: 'refusals under 403 as a page',
    about: 'HTML without the gateway’s words.',
    source: 'interface gap',
    writes: refused(() => ({
      status: 403,
      headers: { 'content-type': 'text/html' },
      body: page('Forbidden'),
    })),
  },
  {
    name: '201 for what is made',
    about: 'For links, payouts and card references.',
    source: 'interface gap',
    writes: (reply, _, { ask, isRefusal }) =>
      !isRefusal && /form|payout|card-ref/.test(ask.operation) ? { ...reply, status: 201 } : reply,
  },
  {
    name: '202 for what is taken',
    about: 'For every request that is no question.',
    source: 'interface gap',
    writes: (reply, _, { ask, isRefusal }) =>
      !isRefusal && !['status', 'get-card-info'].includes(ask.operation)
        ? { ...reply, status: 202 }
        : reply,
  },
  {
    name: '429 with Retry-After, every second request',
    about: 'A page without words of the gateway. Nothing is carried out.',
    source: 'interface gap',
    answers: everySecond(
      {
        status: 429,
        headers: { 'content-type': 'text/html', 'retry-after': '1' },
        body: page('Too many requests'),
      },
      () => true,
    ),
  },
  {
    name: '429 as an error record, every second request',
    about: 'Nothing is carried out.',
    source: 'interface gap',
    answers: everySecond(
      {
        status: 429,
        headers: json,
        body: JSON.stringify({
          ...{ type: 'error', 'error-message': 'Too many requests', 'error-code': '29' },
        }),
      },
      () => true,
    ),
  },
  {
    name: '503 on every second status',
    about: 'Maintenance.',
    source: 'interface gap',
    answers: everySecond(
      { status: 503, headers: { 'content-type': 'text/html' }, body: page('Maintenance') },
      ({ operation }) => operation === 'status',
    ),
  },
  {
    name: 'a redirect to https for everything',
    about: 'HTTP 301. The base URL of the connection is wrong.',
    source: 'interface gap',
    answers: () => ({ status: 301, headers: { location: 'https://127.0.0.1/' }, body: '' }),
  },
  {
    name: 'a firewall that refuses the program',
    about: 'HTTP 403 and a page, by the User-Agent.',
    source: 'interface gap',
    answers: ({ agent }) =>
      agent.startsWith('Paydesk')
        ? { status: 403, headers: { 'content-type': 'text/html' }, body: page('Blocked') }
        : null,
  },
  {
    name: 'control in upper case',
    about: 'Wanted so in requests.',
    source: 'interface gap',
    controlIsUpper: true,
    settings: { controlEncoding: 'hex-upper' },
  },
]
