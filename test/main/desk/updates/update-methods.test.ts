import { expect, it } from 'vitest'
import { updateHeldUp } from '../../../../src/main/desk/updates/update-methods.ts'
import { peopleNeeded } from '../../../../src/main/desk/base/faults.ts'
import type { AttemptState } from '#shared/attempt.ts'

type Ports = Parameters<typeof updateHeldUp>[0]

const ports = (
  states: readonly AttemptState[],
  { waiting = 0, stop = null as string | null } = {},
) =>
  ({
    journal: {
      count: (asked: readonly AttemptState[]) =>
        states.filter((state) => asked.includes(state)).length,
    },
    undo: { list: () => Array.from({ length: waiting }) },
    connections: { all: () => [{ isEmbedded: true }, { isEmbedded: false }] },
    moneyStop: ({ isEmbedded }: { isEmbedded: boolean }) => (isEmbedded ? null : stop),
  }) as unknown as Ports

it.each([
  ['UNKNOWN', 'unknown'],
  ['SENDING', 'attempts'],
  ['ACCEPTED', 'attempts'],
  ['APPROVED', 'attempts'],
] as const)('a request that is %s holds an update up', (state, at) => {
  expect(updateHeldUp(ports(['SUCCEEDED', state]))).toMatchObject({ at })
})

it('an unknown outcome is named before all others', () => {
  const held = updateHeldUp(ports(['ACCEPTED', 'UNKNOWN'], { waiting: 1, stop: 'why' }))
  expect(held).toMatchObject({ at: 'unknown' })
})

it('a confirmed request that can still be undone holds an update up', () => {
  expect(updateHeldUp(ports([], { waiting: 2 }))?.message).toContain('"count":2')
})

it('stopped money holds an update up', () => {
  expect(updateHeldUp(ports([], { stop: 'why' }))).toMatchObject({ at: 'log' })
})

it('a connection that needs sign-in holds nothing up: it sends nothing', () => {
  expect(updateHeldUp(ports([], { stop: peopleNeeded }))).toBeNull()
})

it('what is final or was never confirmed holds nothing up', () => {
  const final = ['DRAFT', 'SUCCEEDED', 'DECLINED', 'FAILED', 'NOT_SENT', 'UNDONE'] as const
  expect(updateHeldUp(ports(final))).toBeNull()
})
