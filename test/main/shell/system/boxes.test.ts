// Boxes of the system: one at a time, nothing queued, none after the end.
import { describe, expect, it } from 'vitest'
import { formatMessages } from '#wording/format-messages.ts'
import { createBoxes } from '../../../../src/main/shell/system/boxes.ts'

/** A box that stands until somebody answers. */
function box<T>() {
  let answer: (value: T) => void = () => undefined
  let shown = 0
  const show = (): Promise<T> => {
    shown += 1
    return new Promise((resolve) => (answer = resolve))
  }
  return { show, answer: (value: T) => answer(value), shown: () => shown }
}
const message = 'A question in the system’s dialog waits for an answer. Answer it first.'
const waits = { kind: 'denied', sent: 'no', reason: 'question-open', message }

describe('while a question of the system is open', () => {
  it('no other question is shown, and of all that are refused one is the first', async () => {
    const boxes = createBoxes()
    const [one, other] = [box<boolean>(), box<boolean>()]
    const open = boxes.ask(one.show)
    const refused = await Promise.all(Array.from({ length: 40 }, () => boxes.ask(other.show)))
    expect(formatMessages(refused)).toEqual(
      refused.map((_answer, at) => ({ fault: waits, isFirst: at === 0 })),
    )
    one.answer(true)
    expect(await open).toBe('yes')
    // Nothing was queued, and the next box is its own.
    expect(other.shown()).toBe(0)
    const next = boxes.ask(other.show)
    expect(await boxes.ask(one.show)).toMatchObject({ isFirst: true })
    other.answer(false)
    expect(await next).toBe('no')
  })

  it('no place to save is asked for, and the other way round', async () => {
    const boxes = createBoxes()
    const [question, place] = [box<boolean>(), box<string | null>()]
    const asking = boxes.ask(question.show)
    expect(formatMessages(await boxes.choose(place.show))).toEqual({ ok: false, fault: waits })
    question.answer(false)
    await asking
    const saving = boxes.choose(place.show)
    expect(await boxes.ask(question.show)).toMatchObject({ fault: { reason: 'question-open' } })
    place.answer(null)
    expect(await saving).toEqual({ ok: true, value: null })
    expect([question.shown(), place.shown()]).toEqual([1, 1])
  })
})

it('shows the next box after one that could not be shown', async () => {
  const boxes = createBoxes()
  await expect(boxes.ask(() => Promise.reject(new Error('no window')))).rejects.toThrow('no window')
  expect(await boxes.ask(() => Promise.resolve(true))).toBe('yes')
})

it('closes the box that the end left open, carries out no answer to it, and shows none', async () => {
  const boxes = createBoxes()
  const one = box<boolean>()
  let closes: AbortSignal | undefined
  let answered: unknown = 'nothing'
  void boxes
    .ask((signal) => {
      closes = signal
      return one.show()
    })
    .then((answer) => (answered = answer))
  boxes.end()
  expect(closes?.aborted).toBe(true)
  one.answer(true)
  await new Promise(setImmediate)
  expect(answered).toBe('nothing')
  expect(await boxes.ask(one.show)).toMatchObject({ fault: { reason: 'question-open' } })
  expect(one.shown()).toBe(1)
})
