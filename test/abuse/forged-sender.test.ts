// A page that is not ours gets hold of the channel: an iframe, a popup, a window that was navigated
// away, a look-alike origin. It asks for a confirmation to be burnt; the desk must never hear of
// it.
import { describe, expect, it } from 'vitest'
import { ok } from '#shared/fault.ts'
import { answerCall } from '../../src/main/shell/ipc.ts'
import { contentsOf, eventOf, ourFrame } from '../fakes/shell/call-event.ts'
import { fakeDesk, type Asked } from '../fakes/shell/fake-desk.ts'

const frame = ourFrame()
const contents = contentsOf(frame)
const other = contentsOf(ourFrame())

const forged = (change: Partial<ReturnType<typeof ourFrame>>) => {
  const shape = { ...ourFrame(), ...change }
  const own = contentsOf(shape)
  return { event: eventOf(own, shape), ours: own }
}

const events = {
  'another window': { event: eventOf(other, other.mainFrame as never), ours: contents },
  'another window that names our frame': { event: eventOf(other, frame), ours: contents },
  'a frame that is gone': { event: eventOf(contents, null), ours: contents },
  'an iframe in our window, of our own origin': {
    event: eventOf(contents, { ...ourFrame(), parent: frame }),
    ours: contents,
  },
  'a second frame object in our window': { event: eventOf(contents, ourFrame()), ours: contents },
  'a window that is closed': { event: eventOf(contents, frame), ours: undefined },
  'our window showing a web page': forged({ origin: 'https://paydesk', url: 'https://paydesk/' }),
  'our window showing a file': forged({ origin: 'file://', url: 'file:///index.html' }),
  'our window showing a blank page': forged({ origin: 'null', url: 'about:blank' }),
  'a longer host': forged({ origin: 'app://paydesk.evil', url: 'app://paydesk.evil/index.html' }),
  'another host of our scheme': forged({ origin: 'app://other', url: 'app://other/index.html' }),
  'a user name in the address': forged({ url: 'app://paydesk@evil/index.html' }),
  'our origin over a foreign address': forged({ url: 'https://evil.example/app://paydesk/' }),
  'our address over a foreign origin': forged({ origin: 'https://evil.example' }),
  'an origin in other letters': forged({ origin: 'APP://PAYDESK' }),
  'a main frame that claims a parent': forged({ parent: ourFrame() }),
}

const confirm = { attemptId: 'a', token: 't' }

describe('a forged sender', () => {
  it.each(Object.entries(events))('%s is refused', async (_story, { event, ours }) => {
    const asked: Asked[] = []
    const ports = {
      desk: Promise.resolve(ok(fakeDesk(asked))),
      ourContents: () => ours,
      keepDropped: () => '',
      newIncident: () => 'X',
      note: () => undefined,
      report: () => undefined,
    }
    const result = await answerCall(ports, event, 'attempt:confirm', confirm)
    expect(result).toMatchObject({ ok: false, fault: { kind: 'denied', reason: 'not-permitted' } })
    expect(asked).toEqual([])
  })

  it('our own main frame is let in, so that the check above is not simply always no', async () => {
    const asked: Asked[] = []
    const ports = {
      desk: Promise.resolve(ok(fakeDesk(asked))),
      ourContents: () => contents,
      keepDropped: () => '',
      newIncident: () => 'X',
      note: () => undefined,
      report: () => undefined,
    }
    await answerCall(ports, eventOf(contents, frame), 'attempt:confirm', confirm)
    expect(asked).toEqual([{ method: 'attempt:confirm', input: confirm }])
  })

  it('is checked before the first await: a frame that changes meanwhile gains nothing', async () => {
    const asked: Asked[] = []
    const shape = { ...ourFrame(), origin: 'https://evil.example' }
    const own = contentsOf(shape)
    const ports = {
      desk: Promise.resolve(ok(fakeDesk(asked))),
      ourContents: () => own,
      keepDropped: () => '',
      newIncident: () => 'X',
      note: () => undefined,
      report: () => undefined,
    }
    const answer = answerCall(ports, eventOf(own, shape), 'attempt:confirm', confirm)
    shape.origin = 'app://paydesk'
    expect(await answer).toMatchObject({ ok: false })
    expect(asked).toEqual([])
  })
})
