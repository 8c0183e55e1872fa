// A gateway that shares no code with Paydesk or its sandbox: its own server, checks and books,
// written from interface.md. It proves what the sandbox can't, since both were made by the same
// hands. A trait changes what it accepts, tells and writes, and never its books.
import { createServer, type IncomingMessage } from 'node:http'
import { openBooks, type Books, type Transaction } from './books.ts'
import type { About, Ask, Reply, Reported, Ways } from './trait.ts'
import { carryOut, type Done, isQuestion, readAmount } from './rules.ts'
import { faultOf, isOperation, type Merchant } from './signatures.ts'

/** A request that may move money or make something, and what the books have of it. */
export interface Call {
  operation: string
  transaction: Transaction | null
  cardRef: string
}

type Loss = 'with-effect' | 'without-effect'

export interface ForeignGateway {
  baseUrl: string
  books: Books
  /** Oldest first; no question is in here. */
  calls: Call[]
  /** The next request that is no question is lost in this way; null: none is. */
  loseNext(loss: Loss | null): void
  close(): Promise<void>
}

const typeOf: Readonly<Record<string, string>> = {
  status: 'status-response',
  'sale-form': 'async-form-response',
  'create-card-ref': 'create-card-ref-response',
  'get-card-info': 'get-card-info-response',
}

export async function startForeignGateway(ways: Ways, merchant: Merchant): Promise<ForeignGateway> {
  const books = openBooks(ways.ids ?? ((n) => String(5_000_000 + n)))
  const calls: Call[] = []
  const counts = new Map<string, number>()
  let loss: Loss | null = null

  const noted = (ask: Ask, call: Omit<Call, 'operation'>): void =>
    void (isQuestion(ask.operation) || calls.push({ operation: ask.operation, ...call }))

  async function respond(request: IncomingMessage): Promise<Reply | null> {
    const fields = Object.fromEntries(new URLSearchParams(await textOf(request)))
    const { host = '', authorization = '', 'user-agent': agent = '' } = request.headers
    const { origin, pathname } = new URL(request.url ?? '', `http://${host}`)
    const operation = /\/api\/v[24]\/([a-z-]+)\/\d+$/.exec(pathname)?.[1] ?? ''
    const named = `${operation} ${fields['orderid'] ?? ''} ${fields['client_orderid'] ?? ''}`
    const nth = counts.get(named) ?? 0
    counts.set(named, nth + 1)
    const ask = { operation, fields, agent, nth, now: books.now() }
    const lost = isQuestion(operation) ? null : loss
    if (!isQuestion(operation)) loss = null
    const turned = lost === 'without-effect' ? nowhere : (ways.answers?.(ask) ?? null)
    if (turned !== null) noted(ask, nothing)
    const url = origin + pathname
    const reply = turned ?? answer(ask, origin, faultIn({ ask, url, authorization }))
    if (!isQuestion(operation) && ways.answersAfterMs !== undefined)
      await new Promise((resolve) => setTimeout(resolve, ways.answersAfterMs))
    return lost === null ? reply : null
  }

  const faultIn = (signed: { ask: Ask; url: string; authorization: string }): string | null =>
    isOperation(signed.ask.operation)
      ? faultOf(signed, merchant, (text) => readAmount(ways, text), ways.controlIsUpper === true)
      : 'No such operation'

  function answer(ask: Ask, origin: string, fault: string | null): Reply {
    const done: Done =
      fault === null ? carryOut(books, ways, ask, origin) : { refusal: fault, code: '2' }
    if ('refusal' in done) {
      noted(ask, nothing)
      const reported = {
        type: 'validation-error',
        'serial-number': books.serial(),
        'merchant-order-id': ask.fields['client_orderid'] ?? '',
        'error-message': done.refusal,
        'error-code': done.code ?? '3',
      }
      return written(reported, { ask, order: null, transaction: null, isRefusal: true })
    }
    const { order, transaction, more } = done
    noted(ask, { transaction, cardRef: more['card-ref-id'] ?? '' })
    const isOwn =
      ways.hasOwnIds === true && transaction !== null && order.transactions[0] !== transaction
    const isNew = transaction !== null && !isQuestion(ask.operation)
    const reported = {
      type: typeOf[ask.operation] ?? 'async-response',
      'serial-number': isNew ? transaction.serial : books.serial(),
      'merchant-order-id': order.clientOrderid,
      'paynet-order-id': isOwn ? transaction.alias : order.orderid,
      'end-point-id': merchant.endpointId,
      ...(isOwn && isNew ? { status: transaction.end } : {}),
      ...more,
    }
    return written(reported, { ask, order, transaction, isRefusal: false })
  }

  function written(first: Reported, about: About): Reply {
    const reported = ways.tells?.(first, about) ?? first
    const reply: Reply = {
      status: about.isRefusal ? 400 : 200,
      headers: { 'content-type': 'application/vnd.pay+json' },
      body: JSON.stringify(reported),
    }
    return ways.writes?.(reply, reported, about) ?? reply
  }

  const server = createServer((request, { socket }) => {
    void respond(request).then((reply) =>
      reply === null ? socket?.destroy() : socket?.end(bytesOf(reply)),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  return {
    baseUrl: `http://127.0.0.1:${port}/paynet`,
    books,
    calls,
    loseNext: (next) => void (loss = next),
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  }
}

const nothing = { transaction: null, cardRef: '' }
const nowhere: Reply = { status: 500, headers: {}, body: '' }

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

/** Written by hand: an HTTP library would mend what some hosts leave out. */
function bytesOf({ status, headers, body, isUnmarked = false, hasNoDate = false }: Reply): Buffer {
  const content = Buffer.from(body)
  const lines = [
    `HTTP/1.${isUnmarked ? 0 : 1} ${status} Said`,
    ...Object.entries({
      ...(hasNoDate ? {} : { date: new Date().toUTCString() }),
      ...(isUnmarked ? {} : { 'content-length': String(content.length) }),
      connection: 'close',
      ...headers,
    }).map(([name, value]) => `${name}: ${value}`),
  ]
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), content])
}
