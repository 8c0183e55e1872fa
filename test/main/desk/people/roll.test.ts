// What the keychain remembers of who works here, against a ledger in which they are gone.
import { expect, it } from 'vitest'
import { ok } from '#shared/fault.ts'
import { createRoll } from '../../../../src/main/desk/people/roll.ts'

const rollOver = async (rememberedLog: string) => {
  const remembered = JSON.stringify({ v: 1, logId: rememberedLog, size: 1, digest: 'ab' })
  const roll = createRoll({
    store: {
      ...{ statements: () => [], size: () => 0, failures: () => 0 },
      ...{ state: () => undefined, noteFailures: () => undefined },
    },
    vault: {
      kind: 'keychain',
      read: () => Promise.resolve(ok(remembered)),
      write: () => Promise.resolve(ok(null)),
    },
    ...{ logId: 'this-log', clock: () => 0 },
  })
  await roll.reopen()
  return roll
}

it('people whose statements are gone are still on, and nobody is let in', async () => {
  const roll = await rollOver('this-log')
  expect(roll.isOn()).toBe(true)
  expect(roll.fault()).not.toBe(null)
})

it('people of another log are none of this one', async () => {
  const roll = await rollOver('another-log')
  expect(roll.isOn()).toBe(false)
  expect(roll.fault()).toBe(null)
})
