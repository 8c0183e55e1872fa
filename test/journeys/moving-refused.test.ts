// When a desk is not saved to move with, or not taken in, and what a move leaves behind that nobody
// can use.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ok } from '#shared/fault.ts'
import { incomingFolder, movingFolder } from '../../src/main/moving/moving-files.ts'
import { putAside } from '../../src/main/moving/install-moved.ts'
import { createMemoryVault } from '../../src/main/vault/memory.ts'
import { eachComputer, paidIn, passphrase, stateOf } from './computers.ts'
import { checked, review } from './runs/run-story.ts'
import { addShop, faultOf, must } from './story.ts'
import { eachPerson, eachWorld } from './world.ts'

const world = eachWorld(20)
const person = eachPerson()
const all = eachComputer(world, person)
const { computer, start, saved, movedTo } = all

describe('a desk is not saved', () => {
  it('while a run was confirmed and did not end', async () => {
    await world.open.close()
    const { desk } = await start(all.old, { undoMs: 30_000 })
    await addShop(world.open, world.sandbox)
    const run = await checked(world.open, [paidIn(world)])
    const { token, rows, isTyped } = await review(world.open, run.id)
    must(await desk['run:confirm']({ runId: run.id, token, typedRows: isTyped ? rows : null }))
    const refused = faultOf(await desk['move:save']({ to: 'x', passphrase }))
    expect(refused.message).toContain('A run is being checked or is running.')
    expect((await stateOf(world.open)).moved).toBeNull()
    must(await desk['run:undo']({ runId: run.id }))
    await saved()
  })

  it('nor taken in, without a keychain', async () => {
    await addShop(world.open, world.sandbox)
    await saved()
    await world.open.close()
    const without = await start(computer(), { vault: createMemoryVault() })
    for (const refused of [
      await without.desk['move:save']({ to: 'x', passphrase }),
      await without.desk['move:open']({ passphrase }),
    ])
      expect(faultOf(refused).message).toContain('there is none')
    expect((await stateOf(without)).moved).toBeNull()
    await without.close()
  })
})

it('secrets that were put aside of another move are not kept at the next start', async () => {
  await addShop(world.open, world.sandbox)
  await saved()
  await world.open.close()
  const to = computer()
  await (await movedTo(to)).close()
  const before = new Map(to.keychain.kept)
  mkdirSync(incomingFolder(to.folder), { recursive: true })
  const secrets = { 'audit/signing-key': 'of another move' }
  must(
    await putAside(to.folder, to.keychain.vault(), { move: 'another', secrets }, (path, text) => {
      writeFileSync(path, text)
      return Promise.resolve(ok(path))
    }),
  )
  expect(existsSync(join(incomingFolder(to.folder), 'secrets.sealed'))).toBe(true)
  await (await start(to)).close()
  expect(existsSync(movingFolder(to.folder))).toBe(false)
  expect([...to.keychain.kept.keys()]).toEqual([...before.keys()])
  expect(to.keychain.kept.get('audit/signing-key')).toBe(before.get('audit/signing-key'))
})

it('a computer that moved saves no public key any more, as its button says', async () => {
  const connectionId = await addShop(world.open, world.sandbox)
  await saved()
  const told = await world.open.desk['key:save-public']({ connectionId })
  expect(faultOf(told).message).toContain('moved to “the new one”')
})
