// The one channel from page to main: who asks is checked before anything else, what is asked is
// parsed with the method's schema, and whatever is thrown further in ends here as a fault. Nothing
// is thrown across, and nothing unparsed gets past.
import { say } from '#shared/message.ts'
import type { IpcMainInvokeEvent, WebContents } from 'electron'
import { methods, type Change, type Method } from '#shared/contract/bridge.ts'
import { fail, inputFault, type Fault, type Result } from '#shared/fault.ts'
import type { z } from 'zod'
import type { Desk } from '../desk/base/desk.ts'
import { isOurUrl, origin } from './pages/address.ts'
import { factsOf } from './log/app-log.ts'

export const callChannel = 'paydesk:call'
export const changeChannel = 'paydesk:change'

export interface CallPorts {
  /** A call that comes while the desk is being opened waits for it, and hears why there is none. */
  desk: Promise<Result<Desk>>
  /** The contents of our one window, or undefined when it is closed. */
  ourContents: () => WebContents | undefined
  /** A fresh reference that a person can read out. */
  newIncident: () => string
  report: (incident: string, error: unknown) => void
  /** Where a dropped file lies, as the preload says; returns the name that main knows it by. */
  keepDropped: (place: unknown) => string
  /** A line of the application's log. */
  note: (event: string, details: Record<string, unknown>) => void
}

export type CallEvent = Pick<IpcMainInvokeEvent, 'sender' | 'senderFrame'>

/** Only the main frame of our own window, showing a page of ours, may ask. */
export function isOurs(event: CallEvent, ours: WebContents | undefined): boolean {
  const frame = event.senderFrame
  return (
    ours !== undefined &&
    event.sender === ours &&
    frame !== null &&
    frame === ours.mainFrame &&
    frame.parent === null &&
    frame.origin === origin &&
    isOurUrl(frame.url)
  )
}

const isMethod = (name: unknown): name is Method =>
  typeof name === 'string' && Object.hasOwn(methods, name)

/** The first thing wrong with an input, as a fault that names the field. */
export function faultOf(error: z.ZodError): Fault {
  const issue = error.issues[0]
  if (issue === undefined) return inputFault('input', say('program.request-unreadable'))
  if (issue.code === 'unrecognized_keys')
    return inputFault(issue.keys[0] ?? 'input', say('program.no-such-field'))
  return inputFault(issue.path.map(String).join('.') || 'input', issue.message)
}

/** The deepest that the page asks has six. */
const mostLevels = 20

/**
 * Whatever looks into an input goes from level to level by calling itself, and without a limit a
 * deep one would end the stack. Here each level is looked at once, a circle included.
 */
function isTooDeep(input: unknown): boolean {
  let level = new Set([input])
  for (let depth = 0; level.size > 0; depth += 1) {
    if (depth > mostLevels) return true
    const values = [...level].flatMap((one) =>
      typeof one === 'object' && one !== null ? (Object.values(one) as unknown[]) : [],
    )
    level = new Set(values.filter((one) => typeof one === 'object' && one !== null))
  }
  return false
}

/** Answers one call. Never rejects; the sender is checked synchronously, before the first await. */
export function answerCall(
  ports: CallPorts,
  event: CallEvent,
  ...[method, input, place, ...more]: unknown[]
): Promise<Result<unknown>> {
  if (!isOurs(event, ports.ourContents())) {
    const fault = { kind: 'denied', sent: 'no', reason: 'not-permitted' } as const
    return Promise.resolve(fail({ ...fault, message: say('program.asked-elsewhere') }))
  }
  const isAlone = place === undefined || method === 'file:read-dropped'
  if (!isMethod(method) || !isAlone || more.length > 0)
    return Promise.resolve(fail(inputFault('method', say('program.paydesk-has-no-such-function'))))
  const asked =
    place === undefined ? input : { ...(input as object), dropped: ports.keepDropped(place) }
  return run(ports, method, asked).then((answer) => {
    if (!answer.ok) ports.note('refused', { method, ...factsOf(answer.fault) })
    return answer
  })
}

async function run(ports: CallPorts, method: Method, input: unknown): Promise<Result<unknown>> {
  try {
    if (isTooDeep(input)) return fail(inputFault('input', say('program.request-too-deep')))
    const parsed = methods[method].safeParse(input)
    if (!parsed.success) return fail(faultOf(parsed.error))
    // Each method's schema makes exactly what its function takes; the pairing is lost only on the
    // union of all methods.
    const desk = await ports.desk
    if (!desk.ok) return desk
    const act = desk.value[method] as (input: unknown) => Promise<Result<unknown>>
    // An answer that can't be cloned would be thrown at the page without words: found here it is a
    // bug like any other.
    return structuredClone(await act(parsed.data))
  } catch (error) {
    const incident = ports.newIncident()
    ports.report(incident, error)
    const message = say('program.bug', { incident })
    return fail({ kind: 'bug', sent: 'maybe', message, incident })
  }
}

/** Tells the page that something changed; silently nothing when the window is gone. */
export function pushChange(contents: WebContents | undefined, change: Change): void {
  if (contents !== undefined && !contents.isDestroyed()) contents.send(changeChannel, change)
}
