// A text that a person saves is there whole, or not at all.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
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

  it('that can’t be written is a fault in words, and leaves nothing', async () => {
    const saved = await saveText(join(folder, 'not-there', 'key.pem'), 'new')
    expect(saved).toMatchObject({ ok: false, fault: { kind: 'input', field: 'file', sent: 'no' } })
    expect(readdirSync(folder)).toEqual(['key.pem'])
  })
})
