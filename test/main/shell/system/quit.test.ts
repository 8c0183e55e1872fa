// The end of the program, whoever asks for it: at once when nothing is on its way, else with the
// answer, or when a person says twice that they don't wait.
import { expect, it } from 'vitest'
import { createQuit } from '../../../../src/main/shell/system/quit.ts'

function rig(options: { onTheWay: number; answers?: (boolean | 'never')[] }) {
  const said: string[] = []
  let left = options.onTheWay
  let answer = (): void => undefined
  const whenNone = new Promise<void>((resolve) => {
    answer = () => {
      left = 0
      resolve()
    }
  })
  const answers = [...(options.answers ?? [])]
  const quit = createQuit({
    hold: () => {
      said.push('hold')
      return { onTheWay: () => left, whenNone: left === 0 ? Promise.resolve() : whenNone }
    },
    close: () => Promise.resolve(),
    ask: (question, count, signal) => {
      said.push(`${question} ${count}`)
      const next = answers.shift() ?? false
      if (next !== 'never') return Promise.resolve(next)
      return new Promise((resolve) => signal.addEventListener('abort', () => resolve(false)))
    },
    onWaiting: (count) => void said.push(`waits for ${count}`),
    end: () => void said.push('end'),
  })
  return { quit, said, answer: () => answer() }
}
const soon = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5))

it('ends at once when no request is on its way', () => {
  const { quit, said } = rig({ onTheWay: 0 })
  quit.ask()
  quit.ask()
  expect(said).toEqual(['hold', 'end'])
})

it('says what it waits for, and ends once with the answer, while its question is still open', async () => {
  const { quit, said, answer } = rig({ onTheWay: 1, answers: ['never'] })
  quit.ask()
  quit.ask()
  await soon()
  expect(quit.isWaiting()).toBe(true)
  expect(said).toEqual(['hold', 'waits for 1', 'waiting 1'])
  answer()
  await soon()
  quit.ask()
  expect(said).toEqual(['hold', 'waits for 1', 'waiting 1', 'end'])
})

it('ends before the answer only after a second question that says what will be unknown', async () => {
  const { quit, said } = rig({ onTheWay: 2, answers: [true, true] })
  quit.ask()
  await soon()
  expect(said).toEqual(['hold', 'waits for 2', 'waiting 2', 'unknown 2', 'end'])
})

it('goes on waiting when either question is answered with Wait, and asks again when asked again', async () => {
  const { quit, said } = rig({ onTheWay: 1, answers: [true, false, false] })
  quit.ask()
  await soon()
  quit.ask()
  await soon()
  expect(said).toEqual(['hold', 'waits for 1', 'waiting 1', 'unknown 1', 'waiting 1'])
  expect(quit.isEnding()).toBe(false)
})
