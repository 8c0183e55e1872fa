// The line that says why the team lets nothing go: it comes with a refusal, tells each change once,
// and goes once the team answers.
import { expect, it, vi } from 'vitest'
import { fail, type Fault, ok } from '#shared/fault.ts'
import { watchStanding } from '../../../../src/main/composition/team/watch-standing.ts'

const away: Fault = { kind: 'denied', sent: 'no', reason: 'team-away', message: 'Away.' }
const held: Fault = { kind: 'denied', sent: 'no', reason: 'team-holds', message: 'Bo has it.' }

it('is there while the team lets nothing go, and asks again by itself', async () => {
  vi.useFakeTimers()
  let now: Fault | null = null
  const ask = vi.fn(() => Promise.resolve(now))
  const changes: string[] = []
  const watch = watchStanding(ask, {
    report: () => undefined,
    onChange: ({ topic }) => changes.push(topic),
  })
  watch.begin()
  await vi.advanceTimersByTimeAsync(0)
  expect([watch.why(), changes]).toEqual([null, []])
  // What is about one order alone is no word about the team.
  watch.after(fail(held))
  watch.after(ok(1))
  await vi.advanceTimersByTimeAsync(0)
  expect(ask).toHaveBeenCalledTimes(1)
  now = away
  expect(watch.after(fail(away))).toEqual(fail(away))
  await vi.advanceTimersByTimeAsync(0)
  expect([watch.why(), changes]).toEqual(['Away.', ['app']])
  await vi.advanceTimersByTimeAsync(5_000)
  expect(changes).toEqual(['app'])
  now = null
  await vi.advanceTimersByTimeAsync(5_000)
  expect([watch.why(), changes]).toEqual([null, ['app', 'app']])
  watch.close()
  const asked = ask.mock.calls.length
  await vi.advanceTimersByTimeAsync(600_000)
  expect(ask).toHaveBeenCalledTimes(asked)
  vi.useRealTimers()
})
