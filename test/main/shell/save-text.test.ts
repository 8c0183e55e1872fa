// A text that a person saves is there whole, or not at all.
import {
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { formatMessages } from '#wording/format-messages.ts'
import { saveText } from '../../../src/main/shell/save-text.ts'

const folder = mkdtempSync(join(tmpdir(), 'paydesk-save-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('a text that is saved', () => {
  it('replaces what was there, and nothing half-written stays beside it', async () => {
    const path = join(folder, 'key.pem')
    writeFileSync(path, 'older and longer than the new one')
    expect(await saveText(path, 'new')).toEqual({ ok: true, value: path })
    expect(readFileSync(path, 'utf8')).toBe('new')
    expect(readdirSync(folder)).toEqual(['key.pem'])
  })

  it('follows no link that waits for it, and is its owner’s alone', async () => {
    const path = join(folder, 'orders.csv')
    const precious = join(folder, 'precious')
    writeFileSync(precious, 'not to be touched')
    symlinkSync(precious, `${path}.partial`)
    symlinkSync(precious, path)
    const umask = process.umask(0o022)
    expect(await saveText(path, 'new')).toMatchObject({ ok: true })
    process.umask(umask)
    expect(readFileSync(precious, 'utf8')).toBe('not to be touched')
    expect(lstatSync(path).isSymbolicLink()).toBe(false)
    expect(lstatSync(path).mode & 0o777).toBe(0o600)
    for (const name of [path, precious, `${path}.partial`]) rmSync(name)
  })

  it('that can’t be written is a fault in words, and leaves nothing', async () => {
    const saved = await saveText(join(folder, 'not-there', 'key.pem'), 'new')
    expect(saved).toMatchObject({ ok: false, fault: { kind: 'input', field: 'file', sent: 'no' } })
    const { fault } = formatMessages(saved) as { fault: { message: string } }
    expect(fault.message).toMatch(
      /^The file could not be saved as .*key\.pem: the folder is not there\.$/,
    )
    expect(readdirSync(folder)).toEqual(['key.pem'])
  })
})
