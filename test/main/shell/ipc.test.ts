import { describe, expect, it } from 'vitest'
import { formatMessages } from '#wording/format-messages.ts'
import { methods, type Method } from '#shared/contract/bridge.ts'
import { ok } from '#shared/fault.ts'
import { answerCall, pushChange, type CallPorts } from '../../../src/main/shell/ipc.ts'
import { contentsOf, eventOf, ourFrame } from '../../fakes/shell/call-event.ts'
import { fakeDesk, type Asked } from '../../fakes/shell/fake-desk.ts'

function door(answers: Partial<Record<Method, (input: unknown) => unknown>> = {}) {
  const asked: Asked[] = []
  const reports: { incident: string; error: unknown }[] = []
  const frame = ourFrame()
  const contents = contentsOf(frame)
  const ports: CallPorts = {
    desk: Promise.resolve(ok(fakeDesk(asked, answers))),
    ourContents: () => contents,
    keepDropped: (place) => `name of ${String(place)}`,
    newIncident: () => 'ABCD2345',
    note: () => undefined,
    report: (incident, error) => reports.push({ incident, error }),
  }
  const call = (...given: unknown[]) => answerCall(ports, eventOf(contents, frame), ...given)
  return { asked, reports, call }
}

describe('answerCall', () => {
  it('takes where a file lies beside the one call that reads it, under a name of its own', async () => {
    const { asked, call } = door({ 'file:read-dropped': () => ok(null) })
    const place = { connectionId: 'test-1', operation: 'return' } as const
    await call('file:read-dropped', { ...place, dropped: 'guessed' }, '/home/anna/list.csv')
    await call('file:read-dropped', { ...place, dropped: 'guessed' })
    expect(asked.map(({ input }) => (input as { dropped: string }).dropped)).toEqual([
      'name of /home/anna/list.csv',
      'guessed',
    ])
    for (const method of ['file:choose', 'app:state'] as const)
      expect(await call(method, method === 'app:state' ? {} : place, '/etc/passwd')).toMatchObject({
        ok: false,
        fault: { kind: 'input', field: 'method' },
      })
    expect(asked).toHaveLength(2)
  })

  it('keeps a call that comes early until the desk is open, and answers it then', async () => {
    const asked: Asked[] = []
    const frame = ourFrame()
    const contents = contentsOf(frame)
    let open = (_desk: Awaited<CallPorts['desk']>): void => undefined
    const ports: CallPorts = {
      desk: new Promise((resolve) => (open = resolve)),
      ourContents: () => contents,
      keepDropped: () => '',
      newIncident: () => 'ABCD2345',
      note: () => undefined,
      report: () => undefined,
    }
    let answers = 0
    const call = (method: Method) => {
      const answer = answerCall(ports, eventOf(contents, frame), method, {})
      void answer.then(() => (answers += 1))
      return answer
    }
    const early = call('app:state')
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect({ asked, answers }).toEqual({ asked: [], answers: 0 })
    open(ok(fakeDesk(asked)))
    expect(await early).toMatchObject({ ok: true })
    expect(asked).toEqual([{ method: 'app:state', input: {} }])
  })

  it('says why there is no desk, in the words of the start', async () => {
    const fault = { kind: 'denied', sent: 'no', reason: 'money-stopped', message: 'held' } as const
    const frame = ourFrame()
    const contents = contentsOf(frame)
    const ports: CallPorts = {
      desk: Promise.resolve({ ok: false, fault }),
      ourContents: () => contents,
      keepDropped: () => '',
      newIncident: () => 'ABCD2345',
      note: () => undefined,
      report: () => undefined,
    }
    const answer = await answerCall(ports, eventOf(contents, frame), 'app:state', {})
    expect(answer).toEqual({ ok: false, fault })
  })

  it.each([3_000, 100_000])('refuses %d levels in words, and is no incident', async (levels) => {
    const { asked, reports, call } = door()
    const deep = (seed: unknown): unknown => {
      let value = seed
      for (let level = 0; level < levels; level += 1) value = level % 2 ? { a: value } : [value]
      return value
    }
    const calls = [
      await call('preference:set', { name: 'drafts', value: deep(1) }),
      await call('order:list', deep({})),
      await call('connection:save', { settings: deep('x') }),
    ]
    expect(formatMessages(calls)).toEqual(
      calls.map(() => ({
        ok: false,
        fault: {
          ...{ kind: 'input', sent: 'no', field: 'input' },
          message: 'The request has too many levels.',
        },
      })),
    )
    expect({ asked, reports }).toEqual({ asked: [], reports: [] })
  })

  it('refuses a circle in words', async () => {
    const { reports, call } = door()
    const circle: Record<string, unknown> = {}
    circle['value'] = circle
    expect(await call('preference:set', circle)).toMatchObject({ fault: { kind: 'input' } })
    expect(reports).toEqual([])
  })

  it('passes a parsed input to the method of that name, defaults filled in', async () => {
    const { asked, call } = door()
    const result = await call('order:list', { connectionId: 'sandbox' })
    expect(asked).toEqual([
      { method: 'order:list', input: { connectionId: 'sandbox', limit: 100 } },
    ])
    expect(result).toMatchObject({ ok: true })
  })

  it.each(Object.keys(methods))('%s refuses an input that is no object', async (method) => {
    const { asked, call } = door()
    for (const input of [undefined, null, 'x', 7, [], () => 1]) {
      const result = await call(method, input)
      expect(result).toMatchObject({ ok: false, fault: { kind: 'input', sent: 'no' } })
    }
    expect(asked).toEqual([])
  })

  it.each(Object.keys(methods))('%s refuses a field it does not know', async (method) => {
    const { asked, call } = door()
    expect(await call(method, { smuggled: 1 })).toMatchObject({
      ok: false,
      fault: { kind: 'input' },
    })
    expect(asked).toEqual([])
  })

  it('names the field that is wrong', async () => {
    const { call } = door()
    expect(
      formatMessages(await call('order:look-up', { connectionId: 's', by: 'orderid', value: ' ' })),
    ).toEqual({
      ok: false,
      fault: { kind: 'input', sent: 'no', field: 'value', message: 'Enter an order ID.' },
    })
    expect(await call('audit:export', { filter: { from: 'yesterday' } })).toMatchObject({
      fault: { field: 'filter.from' },
    })
    expect(await call('app:state', { smuggled: 1 })).toMatchObject({
      fault: { field: 'smuggled' },
    })
  })

  it('returns a fault of the desk as it is', async () => {
    const fault = { kind: 'unreached', sent: 'no', message: 'm', detail: 'd' }
    const { call, reports } = door({ 'app:state': () => ({ ok: false, fault }) })
    expect(await call('app:state', {})).toEqual({ ok: false, fault })
    expect(reports).toEqual([])
  })

  it('turns a throw into a fault with the reference it is logged under, and keeps its words inside', async () => {
    const error = new Error('secret inside')
    const { call, reports } = door({
      'app:state': () => {
        throw error
      },
    })
    const result = await call('app:state', {})
    expect(result).toMatchObject({
      ok: false,
      fault: { kind: 'bug', sent: 'maybe', incident: 'ABCD2345' },
    })
    expect(JSON.stringify(result)).not.toContain('secret inside')
    expect(reports).toEqual([{ incident: 'ABCD2345', error }])
  })

  it('turns an answer that can not cross into a fault instead of throwing at the page', async () => {
    const { call, reports } = door({ 'app:state': () => ({ ok: true, value: () => 1 }) })
    expect(await call('app:state', {})).toMatchObject({ ok: false, fault: { kind: 'bug' } })
    expect(reports).toHaveLength(1)
  })
})

describe('pushChange', () => {
  it('sends on the change channel and stays silent without a window', () => {
    const sent: unknown[] = []
    const contents = contentsOf(ourFrame())
    contents.send = (...given: unknown[]) => void sent.push(given)
    pushChange(contents, { topic: 'app' })
    pushChange(undefined, { topic: 'app' })
    contents.isDestroyed = () => true
    pushChange(contents, { topic: 'app' })
    expect(sent).toEqual([['paydesk:change', { topic: 'app' }]])
  })
})
