// Which entries this program can prove to have written, over runs with the key and without.
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { formatMessages } from '#wording/format-messages.ts'
import { ENTRY_KEY_SLOT } from '../../../../src/main/ledger/audit/entry-key.ts'
import { openEntryProofs } from '../../../../src/main/ledger/audit/entry-proofs.ts'
import { type Keychain, type Life, newKeychain, openLife } from '../../../campaigns/tamper/life.ts'
import { appendTo } from '../../../campaigns/tamper/table-attack.ts'
import { newFolder } from '../ledger-rig.ts'

let file: string
let vault: Keychain
let life: Life
const start = async (): Promise<void> => {
  life = await openLife(file, vault)
}
const stops = async (): Promise<string> => formatMessages(await life.stops()).join('\n')
const unproven = (): unknown =>
  life.db.prepare('SELECT count(*) FROM audit_entry WHERE proof IS NULL').pluck().get()
const withTool = (act: (tool: BetterSqlite3.Database) => void): void => {
  const tool = new BetterSqlite3(file)
  act(tool)
  tool.close()
}

beforeEach(async () => {
  file = join(newFolder(), 'ledger.sqlite')
  vault = newKeychain()
  await start()
})
afterEach(() => life.kill())

it('proves each entry as it is written', async () => {
  life.note('step')
  expect(unproven()).toBe(0n)
  expect(await stops()).toBe('')
})

it.each(['close', 'kill'] as const)('names what was appended after a %s', async (end) => {
  await life[end]()
  withTool((tool) => appendTo(tool, life.audit.logId, 2))
  await start()
  const opened = life.audit.head().size
  expect(await stops()).toContain(`Entries ${opened - 2} to ${opened - 1} of the audit log`)
  expect((await life.seal.toSign()).ok).toBe(false)
})

describe('entries of a run without the key', () => {
  it('are told once the key is there again', async () => {
    life.kill()
    vault.isLocked = true
    await start()
    life.note('step')
    expect(unproven()).not.toBe(0n)
    life.kill()
    vault.isLocked = false
    await start()
    expect(await stops()).toMatch(/carry no proof: .* while the key was out of reach/)
  })

  it('stop nothing any more once a proven entry says that a person has read them', async () => {
    life.kill()
    vault.isLocked = true
    await start()
    const { size } = life.audit.head()
    life.kill()
    vault.isLocked = false
    await start()
    const named = /Entr(?:y|ies) (\d+)/.exec(await stops())
    life.note('money:resumed', { entries: [Number(named?.[1]), size], reason: 'read' })
    life.kill()
    await start()
    expect(await stops()).toBe('')
  })
})

it('a key that is gone is a stop, and no new one is made', async () => {
  life.kill()
  vault.slots.delete(ENTRY_KEY_SLOT)
  await start()
  expect(await stops()).toContain('no longer in the keychain')
  expect(vault.slots.has(ENTRY_KEY_SLOT)).toBe(false)
})

it('a proof of another key is told as what something else wrote', async () => {
  life.kill()
  withTool((tool) => {
    tool.exec('DROP TRIGGER audit_entry_one_proof')
    tool.exec('UPDATE audit_entry SET proof = zeroblob(32) WHERE seq = 1')
  })
  await start()
  expect(await stops()).toContain('carries a proof that Paydesk’s key did not make')
})

it('without a keychain there are no proofs, and nothing to be told of that', async () => {
  const { db } = life
  const proofs = openEntryProofs({
    db,
    vault: { ...vault, kind: 'memory' },
    report: () => undefined,
  })
  await proofs.reopen()
  expect([proofs.key(), proofs.logFault(), proofs.stops()]).toEqual([null, null, []])
})
