// A compromised page asks for functions that are not in the contract: names of Object's own, of
// inherited ones, in other letters, with more arguments. None may reach the desk, and none may
// bring the channel down.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { methods } from '#shared/contract/bridge.ts'
import { ok } from '#shared/fault.ts'
import { answerCall } from '../../src/main/shell/ipc.ts'
import { contentsOf, eventOf, ourFrame } from '../fakes/shell/call-event.ts'
import { fakeDesk, type Asked } from '../fakes/shell/fake-desk.ts'

const frame = ourFrame()
const contents = contentsOf(frame)

function ask(...given: unknown[]) {
  const asked: Asked[] = []
  const ports = {
    desk: Promise.resolve(ok(fakeDesk(asked))),
    ourContents: () => contents,
    keepDropped: () => '',
    newIncident: () => 'X',
    note: () => undefined,
    report: () => undefined,
  }
  return answerCall(ports, eventOf(contents, frame), ...given).then((result) => ({ result, asked }))
}

describe('an unknown method', () => {
  it.each([
    'toString',
    'constructor',
    '__proto__',
    'hasOwnProperty',
    'desk:State',
    ' app:state',
    'app:state\u0000',
    '',
    undefined,
    null,
    0,
    {},
    ['app:state'],
    { toString: () => 'app:state' },
    Symbol.iterator,
  ])('%j is refused', async (method) => {
    const { result, asked } = await ask(method, {})
    expect(result).toMatchObject({ ok: false, fault: { kind: 'input', field: 'method' } })
    expect(asked).toEqual([])
  })

  it('a known method with a third argument is refused', async () => {
    const { result, asked } = await ask('app:state', {}, 'more')
    expect(result).toMatchObject({ ok: false, fault: { kind: 'input' } })
    expect(asked).toEqual([])
  })

  it('no input of any shape makes a call throw', async () => {
    const anything = fc.anything({ withBigInt: true, withDate: true, withNullPrototype: true })
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...Object.keys(methods)),
        anything,
        async (method, input) => {
          const { result } = await ask(method, input)
          expect(typeof result.ok).toBe('boolean')
        },
      ),
      { numRuns: 300 },
    )
  })

  it('an input with a polluted prototype does not reach the desk with it', async () => {
    const input = JSON.parse('{"__proto__":{"isAdmin":true}}') as unknown
    const { asked } = await ask('app:state', input)
    expect(asked.every((call) => !('isAdmin' in (call.input as object)))).toBe(true)
    expect('isAdmin' in {}).toBe(false)
  })
})
