import { createHash, createPublicKey, verify } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { AuditFilter, ExportReport } from '#shared/bridge/lists.ts'
import type { Result } from '#shared/fault.ts'
import { exportAudit } from '../../../../src/main/ledger/export/export.ts'
import { writeContent } from '../../../../src/main/ledger/export/export-content.ts'
import { writeEntries } from '../../../../src/main/ledger/export/export-entries.ts'
import { createTimeSlice } from '../../../../src/main/ledger/db/time-slice.ts'
import {
  draft,
  faultOf,
  keyFromSeed,
  type LogRig,
  newFolder,
  openLog,
  resourcesDir,
  tickingClock,
  valueOf,
} from '../ledger-rig.ts'
import { formatMessages } from '#wording/format-messages.ts'

const parts = (rig: LogRig, folder: string, filter: AuditFilter = {}) => ({
  audit: rig.audit,
  db: rig.ledger.db,
  checkpointer: rig.checkpointer,
  reached: null,
  filter,
  folder,
  version: '1.2.3',
  clock: tickingClock(),
  resourcesDir,
})

function made(result: Result<ExportReport | null>): ExportReport {
  const report = valueOf(result)
  if (report === null) throw new Error('the export was ended')
  return report
}

/** Reads RFC 4180 with every cell quoted; anything else is an error. */
function cellsOf(text: string): string[][] {
  expect(text.endsWith('\r\n')).toBe(true)
  return text
    .slice(0, -2)
    .split(/\r\n(?=")/)
    .map((line) => {
      expect(line).toMatch(/^"(?:[^"]|"")*"(?:,"(?:[^"]|"")*")*$/)
      return line
        .slice(1, -1)
        .split('","')
        .map((cell) => cell.replaceAll('""', '"'))
    })
}

describe('an export', () => {
  it('holds the exact stored bytes of every entry, the digest of each file, and a signature', async () => {
    const rig = openLog({ entries: 450, checkpointsAt: [64, 128] })
    const folder = join(newFolder(), 'out')
    const report = made(await exportAudit(parts(rig, folder)))
    expect(report).toMatchObject({ folder, entries: 450, stubs: 0 })
    expect(readdirSync(folder).sort()).toEqual([...report.files].sort())
    const stored = rig.ledger.db
      .prepare('SELECT body FROM audit_entry ORDER BY seq')
      .pluck()
      .all() as Buffer[]
    const lines = readFileSync(join(folder, 'audit.jsonl'), 'utf8').trimEnd().split('\n')
    const bodies = lines.map((line) =>
      Buffer.from((JSON.parse(line) as { body: string }).body, 'base64'),
    )
    expect(bodies.length).toBe(450)
    expect(bodies.every((body, i) => body.equals(stored[i]!))).toBe(true)
    const bytes = readFileSync(join(folder, 'manifest.json'))
    const signature = Buffer.from(readFileSync(join(folder, 'manifest.sig'), 'utf8'), 'base64')
    expect(verify(null, bytes, createPublicKey(keyFromSeed(1)), signature)).toBe(true)
    const manifest = JSON.parse(bytes.toString('utf8')) as {
      size: number
      checkpoints: unknown[]
      files: { name: string; bytes: number; sha256: string }[]
    }
    // Two were there; the third was made for this export.
    expect(manifest).toMatchObject({ size: 450, full: 450, stubs: 0, program: '1.2.3' })
    expect(manifest.checkpoints).toHaveLength(3)
    for (const file of manifest.files) {
      const content = readFileSync(join(folder, file.name))
      expect([content.length, createHash('sha256').update(content).digest('hex')]).toEqual([
        file.bytes,
        file.sha256,
      ])
    }
  })

  it('gives only the leaves of what is outside its filter, and not a word of it', async () => {
    const rig = openLog({ entries: 30 })
    rig.append(draft(31, { subject: 'order/test/secret-subject' }))
    const folder = join(newFolder(), 'out')
    const report = valueOf(await exportAudit(parts(rig, folder, { subject: 'order/test/3' })))
    expect(report).toMatchObject({ entries: 6, stubs: 25 })
    for (const name of ['audit.jsonl', 'audit.csv', 'manifest.json']) {
      const text = readFileSync(join(folder, name), 'utf8')
      expect(text).not.toContain('secret-subject')
      expect(text).not.toContain(Buffer.from('secret-subject').toString('base64').slice(4, 12))
    }
  })

  it('writes a CSV that a spreadsheet can’t be tricked with', async () => {
    const rig = openLog()
    const evil = ['=1+1', '+1', '-1', '@x', '\t=1', '\r=1', '\0=1', 'a"b', 'plain', 'two\r\nlines']
    for (const [i, comment] of evil.entries())
      rig.append(
        draft(i, { details: { operation: 'return', amount: '10.50', currency: 'EUR', comment } }),
      )
    rig.append(draft(99, { details: { operation: 'void', amount: null } }))
    rig.append(draft(99, { details: { operation: 'capture', amount: '-3.00', currency: 'EUR' } }))
    const folder = join(newFolder(), 'out')
    valueOf(await exportAudit(parts(rig, folder)))
    const text = readFileSync(join(folder, 'audit.csv'), 'utf8')
    expect(text.startsWith('\ufeff"seq","time"')).toBe(true)
    const [head = [], ...rows] = cellsOf(text.slice(1))
    const column = (name: string) => rows.map((row) => row[head.indexOf(name)])
    expect(column('comment')).toEqual([
      "'=1+1",
      "'+1",
      "'-1",
      "'@x",
      "'\t'=1",
      "'\r'=1",
      "'\0=1",
      'a"b',
      'plain',
      'two\r\nlines',
      '',
      '',
    ])
    expect(new Set(column('amount').slice(0, 10))).toEqual(new Set(['10.50']))
    expect(column('direction').slice(9)).toEqual(['out', '', 'in'])
    expect(column('amount').at(-1)).toBe('3.00')
    for (const time of column('time')) expect(time).toMatch(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/)
  })

  it('is absent when it can’t be completed: no folder, no part of one', async () => {
    const rig = openLog({ entries: 10 })
    const parent = newFolder()
    const broken = { ...parts(rig, join(parent, 'out')), resourcesDir: join(parent, 'nowhere') }
    expect(faultOf(await exportAudit(broken))).toMatch(/Nothing was left behind/)
    expect(readdirSync(parent)).toEqual([])
    expect(faultOf(await exportAudit(parts(rig, join(parent, 'no', 'such', 'place'))))).toMatch(
      /could not be written/,
    )
  })

  it('is absent when it was ended half-way, and that is no fault', async () => {
    const rig = openLog({ entries: 900 })
    const parent = newFolder()
    const control = new AbortController()
    const work = createTimeSlice({
      monotonic: () => performance.now(),
      signal: control.signal,
      onProgress: (done) => {
        if (done > 0) control.abort()
      },
    })
    const ended = await exportAudit({
      ...parts(rig, join(parent, 'out')),
      writeContent: (query) => writeContent(rig.ledger.db, query, work),
    })
    expect(ended).toEqual({ ok: true, value: null })
    expect(readdirSync(parent)).toEqual([])
  })

  it('has a spreadsheet up to a size, and says why there is none beyond it', async () => {
    const rig = openLog({ entries: 30 })
    const work = createTimeSlice({ monotonic: () => performance.now() })
    const entries = async (most: number) => {
      const folder = newFolder()
      const query = { folder, filter: {}, size: 30 }
      const written = await writeEntries(rig.ledger.db, query, work, most)
      return { ...written, names: readdirSync(folder).sort() }
    }
    const small = await entries(30)
    expect(small.names).toEqual(['audit.csv', 'audit.jsonl', 'audit.xlsx'])
    expect(small.facts.map((fact) => fact.name)).toContain('audit.xlsx')
    expect(small.noSheet).toBeUndefined()
    const large = await entries(29)
    expect(large.names).toEqual(['audit.csv', 'audit.jsonl'])
    expect(large.facts).toHaveLength(2)
    expect(formatMessages(large.noSheet)).toMatch(/More than 29 entries don’t fit/)
    expect(large.full).toBe(30)
  })

  it('never writes into a folder that is there already', async () => {
    const rig = openLog({ entries: 10 })
    const folder = join(newFolder(), 'out')
    mkdirSync(folder)
    expect(faultOf(await exportAudit(parts(rig, folder)))).toMatch(/exists already/)
    expect(existsSync(join(folder, 'manifest.json'))).toBe(false)
  })

  it('covers what was there when it began, while entries go on coming', async () => {
    const rig = openLog({ entries: 900 })
    const folder = join(newFolder(), 'out')
    const running = exportAudit(parts(rig, folder))
    const more = setInterval(() => rig.append(draft(1)), 1)
    const report = made(await running)
    clearInterval(more)
    expect(report.entries).toBeGreaterThanOrEqual(900)
    const lines = readFileSync(join(folder, 'audit.jsonl'), 'utf8').trimEnd().split('\n')
    expect(lines.length).toBe(report.entries)
    expect(rig.audit.head().size).toBeGreaterThan(report.entries)
  })
})
