import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { probeCodes } from '../../../../src/main/ledger/db/lock-file.ts'
import { compileShim } from '../../../campaigns/runner/programs.ts'
import { probeInNode } from '../../../campaigns/no-locks/probe.ts'
import { newFolder, openAt } from '../ledger-rig.ts'
import { formatMessages } from '#wording/format-messages.ts'

const probe = probeInNode()
let home: string
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'paydesk-lock-probe-'))
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

describe('the lock on the ledger, tried from another process', () => {
  it('keeps that process out while a Paydesk has the ledger open, and not afterwards', async () => {
    const file = join(newFolder(), 'ledger.sqlite')
    const ledger = openAt(file)
    ledger.witness.write({
      ...{ logId: 'a'.repeat(32), size: 1, chain: 'b'.repeat(64) },
      ...{ isTrusted: true, isClosed: false },
    })
    expect(await probe(`${file}-lock`)).toBe(probeCodes.lockedOut)
    expect(await probe(`${file}-lock`)).toBe(probeCodes.lockedOut)
    ledger.close()
    expect(await probe(`${file}-lock`)).toBe(probeCodes.letIn)
  })
  it('keeps nobody out on a file system whose locks do nothing, and that is found', async () => {
    const file = join(newFolder(), 'ledger.sqlite')
    const ledger = openAt(file)
    const env = { ...process.env, LD_PRELOAD: compileShim('no-locks/no-locks.c', home) }
    expect(await probeInNode(env)(`${file}-lock`)).toBe(probeCodes.letIn)
    // Looking changed nothing: the ledger goes on.
    ledger.noteOpened()
    expect(ledger.misplaced()).toBeNull()
    ledger.close()
  })
  it('is no answer when there is no such file: neither is made, nor is anybody let in', async () => {
    const missing = join(newFolder(), 'nothing-lock')
    expect(Object.values(probeCodes)).not.toContain(await probe(missing))
    expect(existsSync(missing)).toBe(false)
  })
})

describe('the file that names the Paydesk that opened the ledger last', () => {
  it('holds the first one back once another has opened the ledger, by deleting the lock or without locks', () => {
    const file = join(newFolder(), 'ledger.sqlite')
    const first = openAt(file)
    expect(first.misplaced()).toBeNull()
    rmSync(`${file}-lock`)
    const second = openAt(file)
    expect(formatMessages(first.misplaced())).toMatch(
      /Another Paydesk opened this ledger .* Close every Paydesk/,
    )
    expect(second.misplaced()).toBeNull()
  })
  it.each(['emptied', 'deleted'])('holds back when it was %s', (how) => {
    const file = join(newFolder(), 'ledger.sqlite')
    const ledger = openAt(file)
    if (how === 'deleted') rmSync(`${file}-holder`)
    else writeFileSync(`${file}-holder`, '')
    expect(formatMessages(ledger.misplaced())).toMatch(/Another Paydesk/)
  })
})
