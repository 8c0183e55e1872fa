// The client's transport without a socket: hands a request to a sandbox in this process and gives
// its answer back as the wire would have brought it, spoilt in the way a fault asks for.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Exchange, SendInput } from '../../../src/main/gateway/transport/exchange.ts'
import { deliver, styleOf } from '../../../src/sandbox/deliver.ts'
import { dispatch } from '../../../src/sandbox/dispatch.ts'
import type { SandboxContext } from '../../../src/sandbox/context/context.ts'

/** What a spoilt answer looks like once it has arrived, or why it never does. */
interface Arrived {
  status: number
  headers: Record<string, string>
  text: string
  body: Buffer
  isCut: boolean
}

const never = (code: string): Exchange => ({ kind: 'no-answer', code, detail: 'no answer' })

export function sendQuickly(context: SandboxContext, input: SendInput): Exchange {
  const { pathname, host } = new URL(input.url)
  const headers = Object.fromEntries(
    Object.entries(input.headers).map(([name, value]) => [name.toLowerCase(), value]),
  )
  const received = {
    method: 'POST',
    target: pathname,
    url: `http://${host}${pathname}`,
    headers: { ...headers, host },
    body: input.body.toString('latin1'),
  }
  const performed = dispatch(context, { ok: true, value: received })
  const { delivery } = performed
  if (delivery === 'hang' || delivery === 'drip') return never('answer-timeout')
  const inTime = delivery === 'slow' ? { ...performed, delivery: 'normal' as const } : performed
  return arrivalOf(context, inTime, pathname, input.limits)
}

function arrivalOf(
  context: SandboxContext,
  performed: Parameters<typeof deliver>[2],
  target: string,
  limits: SendInput['limits'],
): Exchange {
  const came: Arrived = { status: 0, headers: {}, text: '', body: Buffer.alloc(0), isCut: false }
  const cut = (): void => void (came.isCut = true)
  const add = (part: string | Buffer = ''): void =>
    void (came.body = Buffer.concat([came.body, Buffer.from(part)]))
  const response = {
    writeHead: (status: number, headers: Record<string, string | number>) => {
      came.status = status
      for (const [name, value] of Object.entries(headers)) came.headers[name] = String(value)
    },
    end: add,
    write: (part: string, done?: () => void) => {
      add(part)
      done?.()
    },
  }
  const socket = { resetAndDestroy: cut, destroy: cut }
  deliver(
    { url: target, socket } as unknown as IncomingMessage,
    response as unknown as ServerResponse,
    performed,
    styleOf(context.switches),
  )
  if (came.isCut) return never('truncated')
  const size = Object.values(came.headers).join().length
  if (came.body.length > limits.maxBodyBytes || size > limits.maxHeaderBytes)
    return never('too-large')
  const hasLength = came.headers['content-length'] !== undefined
  return {
    kind: 'answered',
    status: came.status,
    headers: came.headers,
    body: came.body,
    complete: hasLength,
    at: Date.now(),
    date: null,
  }
}
