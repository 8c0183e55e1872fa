import { describe, expect, it } from 'vitest'
import { ok, type Result } from '#shared/fault.ts'
import { drainable } from '../../../src/main/desk/drain.ts'
import type { Desk } from '../../../src/main/desk/base/desk.ts'

/** A desk whose one method answers when the test says so. */
function deskOf() {
  const asked: { answer: (result: Result<null>) => void; fail: (error: Error) => void }[] = []
  const desk = {
    'clipboard:copy': () =>
      new Promise<Result<null>>((answer, fail) => asked.push({ answer, fail })),
  } as unknown as Desk
  return { ...drainable(desk), asked }
}
const copy = (desk: Desk) => desk['clipboard:copy']({ text: 'x' })

describe('a desk that is closing', () => {
  it('lets what was asked before finish, and begins nothing new', async () => {
    const { desk, end, asked } = deskOf()
    const early = copy(desk)
    const ended = end(60_000)
    expect(await copy(desk)).toMatchObject({ ok: false, fault: { sent: 'no' } })
    expect(asked).toHaveLength(1)
    asked[0]!.answer(ok(null))
    expect(await early).toEqual(ok(null))
    await ended
  })

  it('waits for a moment only, and says of what meets the closed ledger that it may have been sent', async () => {
    const { desk, end, asked } = deskOf()
    const early = copy(desk)
    await end(1)
    asked[0]!.fail(new TypeError('The database connection is not open'))
    expect(await early).toMatchObject({
      ok: false,
      fault: { sent: 'maybe', incident: 'closing' },
    })
  })

  it('hides no error while it is open', async () => {
    const { desk, asked } = deskOf()
    const call = copy(desk)
    asked[0]!.fail(new Error('a bug'))
    await expect(call).rejects.toThrow('a bug')
  })
})
