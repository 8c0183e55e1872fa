// What a desk that goes on at another computer still does: it shows, exports and verifies. Every
// other call is refused before anything is done, whoever calls and whether sign-in is on.
import { expect, it } from 'vitest'
import { type Method, methods } from '#shared/contract/bridge.ts'
import type { Result } from '#shared/fault.ts'
import { isPossibleAfterMove } from '#shared/contract/possible-after-move.ts'
import { guardDesk } from '../../../../src/main/desk/people/guard.ts'
import { type Asked, fakeDesk } from '../../../fakes/shell/fake-desk.ts'

const all = Object.keys(methods) as Method[]
const named = {
  operationOfAttempt: () => null,
  operationOfRun: () => null,
  operationOfApproval: () => null,
}
async function called(method: Method, moved: string | null): Promise<[Result<unknown>, Asked[]]> {
  const asked: Asked[] = []
  const access = { isOn: () => false, me: () => null, number: () => 1, people: () => [] }
  const desk = guardDesk(fakeDesk(asked), { ...access, moved: () => moved }, named)
  const act = desk[method] as (input: unknown) => Promise<Result<unknown>>
  return [await act({}), asked]
}

it('shows and saves what it has, and refuses the rest with where it went', async () => {
  for (const method of all) {
    const [answer, asked] = await called(method, 'moved')
    if (isPossibleAfterMove(method)) expect(asked, method).toHaveLength(1)
    else {
      expect(asked, method).toEqual([])
      expect(answer, method).toMatchObject({ ok: false, fault: { message: 'moved' } })
    }
    expect((await called(method, null))[1], method).toHaveLength(1)
  }
})

it('writes nothing that the other computer would not know', () => {
  const steers =
    /^(attempt:(review|confirm|send-now|resolve|check)|order:(look-up|check|note|tag|untag|clear)|run:(create|confirm|resume|review|send-now|choose)|connection:(save|remove|set-.*|test)|key:(set|create|import|switch|remove|test).*|people:(add|remove|set|switch|new|change|recover|take).*|approval:(ask|approve|refuse|withdraw)|approval-(file|team):.*|set-up:.*|money:resume|recipient:(save|remove)|copy:restore|archive:make|reconcile:(take|keep|decide|agree|aside).*|shop:(take|ask).*|card:begin|update:install)$/
  const open = all.filter((method) => steers.test(method) && isPossibleAfterMove(method))
  expect(open).toEqual([])
  expect(all.filter((method) => steers.test(method)).length).toBeGreaterThan(50)
})
