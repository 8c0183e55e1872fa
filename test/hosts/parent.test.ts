// The end of whoever started the host: heard once, in whichever way it shows, and not put off for
// ever.
import { EventEmitter } from 'node:events'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { endWithParent } from '../../hosts/chromium/parent.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
})
afterEach(() => vi.useRealTimers())

function host() {
  const ends = { quit: vi.fn(), exit: vi.fn() }
  const input = new PassThrough()
  const output = new EventEmitter()
  endWithParent({ input, outputs: [output] }, ends)
  return { ends, input, output }
}
const turn = () => new Promise((resolve) => setImmediate(resolve))

it('the host goes on while its input is open, whatever comes in', async () => {
  const { ends, input } = host()
  input.write('anything')
  await turn()
  vi.advanceTimersByTime(60_000)
  expect(ends.quit).not.toHaveBeenCalled()
})

it('the host quits once when its input ends, and leaves a moment later', async () => {
  const { ends, input, output } = host()
  input.end()
  await turn()
  output.emit('error', new Error('EPIPE'))
  expect(ends.quit).toHaveBeenCalledTimes(1)
  expect(ends.exit).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1_000)
  expect(ends.exit).toHaveBeenCalledTimes(1)
})

it('the host quits when nobody reads what it writes', () => {
  const { ends, output } = host()
  output.emit('error', new Error('EPIPE'))
  output.emit('error', new Error('EPIPE'))
  expect(ends.quit).toHaveBeenCalledTimes(1)
})
