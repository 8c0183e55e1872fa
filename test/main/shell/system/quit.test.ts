// The end of the program, whoever asks for it: at once when nothing is on its way. What is not sent
// yet is sent first, or left; an answer is waited for, unless a person says twice not to.
import { describe, expect, it } from 'vitest'
import { createQuit } from '../../../../src/main/shell/system/quit.ts'

function heldOf(count: number) {
  let left = count
  let over = (): void => undefined
  const whenNone = new Promise<void>((resolve) => {
    over = () => {
      left = 0
      resolve()
    }
  })
  if (count === 0) over()
  return { held: { count: () => left, whenNone }, over: () => over() }
}

const broken = (): never => {
  throw new Error('disk I/O error')
}

function rig(options: {
  unsent?: number
  sent?: number
  answers?: (boolean | 'never' | Error)[]
  /** In place of what the window does with it. */
  onWaiting?: (count: number) => void
}) {
  const said: string[] = []
  const unsent = heldOf(options.unsent ?? 0)
  const sent = heldOf(options.sent ?? 0)
  const answers = [...(options.answers ?? [])]
  const quit = createQuit({
    unsent: () => unsent.held,
    hold: () => {
      said.push('hold')
      return sent.held
    },
    close: () => Promise.resolve(),
    ask: (question, count, signal) => {
      said.push(`${question} ${count}`)
      const next = answers.shift() ?? false
      if (next instanceof Error) return Promise.reject(next)
      if (next !== 'never') return Promise.resolve(next)
      return new Promise((resolve) => signal.addEventListener('abort', () => resolve(false)))
    },
    onWaiting: options.onWaiting ?? ((count) => void said.push(`waits for ${count}`)),
    end: () => void said.push('end'),
  })
  return { quit, said, sent: () => unsent.over(), answer: () => sent.over() }
}
const soon = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5))

const ended = ['waits for 0', 'end']

it('ends at once when no request is on its way', () => {
  const { quit, said } = rig({})
  quit.ask()
  quit.ask()
  expect(said).toEqual(['hold', ...ended])
})

it('says what it waits for, and ends once with the answer, while its question is still open', async () => {
  const { quit, said, answer } = rig({ sent: 1, answers: ['never'] })
  quit.ask()
  quit.ask()
  await soon()
  expect(quit.isWaiting()).toBe(true)
  expect(said).toEqual(['hold', 'waits for 1', 'waiting 1'])
  answer()
  await soon()
  quit.ask()
  expect(said).toEqual(['hold', 'waits for 1', 'waiting 1', ...ended])
})

it('ends before the answer only after a second question that says what will be unknown', async () => {
  const { quit, said } = rig({ sent: 2, answers: [true, true] })
  quit.ask()
  await soon()
  expect(said).toEqual(['hold', 'waits for 2', 'waiting 2', 'unknown 2', ...ended])
})

it('goes on waiting when either question is answered with Wait, and asks again when asked again', async () => {
  const { quit, said } = rig({ sent: 1, answers: [true, false, false] })
  quit.ask()
  await soon()
  quit.ask()
  await soon()
  expect(said).toEqual(['hold', 'waits for 1', 'waiting 1', 'unknown 1', 'waiting 1'])
  expect(quit.isEnding()).toBe(false)
})

describe('with a request that can still be undone', () => {
  it('holds nothing back until it was sent, then waits for its answer', async () => {
    const { quit, said, sent, answer } = rig({ unsent: 1, sent: 1, answers: ['never', 'never'] })
    quit.ask()
    quit.ask()
    await soon()
    expect(quit.isWaiting()).toBe(true)
    expect(said).toEqual(['waits for 1', 'unsent 1'])
    sent()
    await soon()
    expect(said).toEqual(['waits for 1', 'unsent 1', 'hold', 'waits for 1', 'waiting 1'])
    answer()
    await soon()
    expect(said.slice(5)).toEqual(ended)
  })

  it('leaves it unsent when a person says so', async () => {
    const { quit, said, sent } = rig({ unsent: 1, answers: [true] })
    quit.ask()
    await soon()
    expect(said).toEqual(['waits for 1', 'unsent 1', 'hold', ...ended])
    sent()
    await soon()
    expect(said.filter((one) => one === 'end')).toHaveLength(1)
  })

  it('waits after Wait, asks again when asked again, and ends once it was undone', async () => {
    const { quit, said, sent } = rig({ unsent: 2, answers: [false, false] })
    quit.ask()
    await soon()
    expect([quit.isWaiting(), quit.isEnding()]).toEqual([true, false])
    quit.ask()
    await soon()
    expect(said).toEqual(['waits for 2', 'unsent 2', 'unsent 2'])
    sent()
    await soon()
    expect(said.slice(3)).toEqual(['hold', ...ended])
  })
})

it('ends at once when the system ends it, whatever it waits for, and sends nothing more', async () => {
  for (const waits of [{ unsent: 1 }, { sent: 1 }, {}]) {
    const { quit, said } = rig({ ...waits, answers: ['never'] })
    quit.ask()
    quit.endNow()
    quit.endNow()
    await soon()
    expect(said.filter((one) => one === 'hold')).toHaveLength(1)
    expect(said.slice(-2)).toEqual(ended)
    expect(said.filter((one) => one === 'end')).toHaveLength(1)
  }
})

describe('ends where', () => {
  it('a box can’t be shown', async () => {
    const { quit, said } = rig({ sent: 1, answers: [new Error('no box')] })
    quit.ask()
    await soon()
    expect(said.slice(-1)).toEqual(['end'])
  })

  it('the ledger can’t be asked', () => {
    const ends: string[] = []
    const quit = createQuit({
      unsent: () => heldOf(0).held,
      hold: broken,
      close: () => Promise.resolve(),
      ask: () => Promise.resolve(false),
      onWaiting: () => undefined,
      end: () => void ends.push('end'),
    })
    quit.ask()
    expect(ends).toEqual(['end'])
  })

  it('the window can’t be told, and not before the answer', async () => {
    const { quit, said, answer } = rig({ sent: 1, answers: ['never'], onWaiting: broken })
    quit.ask()
    await soon()
    expect(said).toEqual(['hold', 'waiting 1'])
    answer()
    await soon()
    expect(said).toEqual(['hold', 'waiting 1', 'end'])
  })
})

it('sends what was confirmed where nobody can be asked, and gives up nothing before that', async () => {
  const no = new Error('no box')
  const { quit, said, sent, answer } = rig({ unsent: 1, sent: 1, answers: [no, 'never'] })
  quit.ask()
  await soon()
  expect(said).toEqual(['waits for 1', 'unsent 1'])
  sent()
  await soon()
  expect(said).toEqual(['waits for 1', 'unsent 1', 'hold', 'waits for 1', 'waiting 1'])
  answer()
  await soon()
  expect(said.slice(5)).toEqual(ended)
})

it('asks about the answer where the first question breaks off as the last request leaves', async () => {
  const said: string[] = []
  const [unsent, sent] = [heldOf(1), heldOf(1)]
  const quit = createQuit({
    unsent: () => unsent.held,
    hold: () => sent.held,
    close: () => Promise.resolve(),
    ask: (question, _count, signal) => {
      said.push(question)
      return new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(new Error('the box broke'))),
      )
    },
    onWaiting: () => undefined,
    end: () => void said.push('end'),
  })
  quit.ask()
  unsent.over()
  await soon()
  expect(said).toEqual(['unsent', 'waiting'])
})
