// A desk for tests of the channel: every method answers with what it was asked, so that a test sees
// what got through the door.
import { methods, type Method } from '#shared/contract/bridge.ts'
import type { Desk } from '../../../src/main/desk/base/desk.ts'

export interface Asked {
  method: Method
  input: unknown
}

/** `asked` collects the calls that reached the desk; `answers` replaces single methods. */
export function fakeDesk(
  asked: Asked[] = [],
  answers: Partial<Record<Method, (input: unknown) => unknown>> = {},
): Desk {
  const rows = Object.keys(methods).map((name) => {
    const method = name as Method
    const echo = (input: unknown): unknown => ({ ok: true, value: { method, input } })
    const act = (input: unknown): Promise<unknown> => {
      asked.push({ method, input })
      return Promise.resolve().then(() => (answers[method] ?? echo)(input))
    }
    return [method, act] as const
  })
  return Object.fromEntries(rows) as unknown as Desk
}
