// The two offline verifiers over folders that were exported and then tampered with. Both must say
// the same, to the number of the first bad entry, and as an auditor runs them too: as programs of
// their own. Every attack at every position is in test/campaigns/tamper.test.ts.
import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { appendFileSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { AuditFilter } from '#shared/bridge/lists.ts'
import { chainOf, leafOf } from '../../../../src/main/ledger/audit/audit-hash.ts'
import { createCheckpointer, rawPublicKey } from '../../../../src/main/ledger/audit/checkpoint.ts'
import { openAudit } from '../../../../src/main/ledger/audit/audit.ts'
import { exportAudit, type ExportOptions } from '../../../../src/main/ledger/export/export.ts'
import { inTransaction } from '../../../../src/main/ledger/db/open.ts'
import { verifyLog } from '../../../../src/main/ledger/audit/verify.ts'
import {
  draft,
  keyFromSeed,
  LOG_ID,
  type LogRig,
  newFolder,
  openLog,
  resourcesDir,
  tickingClock,
  valueOf,
} from '../ledger-rig.ts'
import { openVerifiers, runPrograms } from '../../../campaigns/tamper/verifiers.ts'

const checkpointsAt = [20, 40, 60]
const positions = [2, 20, 21, 41, 59]

interface Said {
  code: number
  word: string
  bad: string | null
  text: string
}

const verifiers = await openVerifiers()
afterAll(verifiers.close)
const asPrograms = new Set<string>()

/**
 * Asks both and demands that they agree in every line. The first folder of each verdict is given to
 * them as programs of their own too.
 */
async function check(folder: string, ...more: string[]): Promise<Said> {
  const asked = await verifiers.ask([folder, ...more])
  expect(asked.python).toEqual(asked.node)
  const { code, text } = asked.node
  const word = text.split(':')[0] ?? ''
  if (!asPrograms.has(word)) expect(await runPrograms([folder, ...more])).toEqual(asked)
  asPrograms.add(word)
  return { code, word, bad: /^first bad entry: (.+)$/m.exec(text)?.[1] ?? null, text }
}

async function exported(
  rig: LogRig,
  filter: AuditFilter = {},
  reached: ExportOptions['reached'] = null,
): Promise<string> {
  const folder = join(newFolder(), 'out')
  valueOf(
    await exportAudit({
      audit: rig.audit,
      db: rig.ledger.db,
      checkpointer: rig.checkpointer,
      reached,
      filter,
      folder,
      version: '1.2.3',
      clock: tickingClock(),
      resourcesDir,
    }),
  )
  return folder
}

const honest = () => openLog({ entries: 60, checkpointsAt })

type Line = { seq: number; body?: string; leaf: string; chain: string }
const linesOf = (folder: string): Line[] =>
  readFileSync(join(folder, 'audit.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)

const writeLines = (folder: string, lines: Line[]): void => {
  writeFileSync(
    join(folder, 'audit.jsonl'),
    lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
  )
}

const chainAt = ({ ledger }: LogRig, seq: number): string =>
  (
    ledger.db.prepare('SELECT chain FROM audit_entry WHERE seq = ?').pluck().get(seq) as Buffer
  ).toString('hex')

type Manifest = Record<string, unknown> & {
  size: number
  checkpoints: { body: string; signature: string; publicKey: string }[]
  files: { name: string; bytes: number; sha256: string }[]
}

/** Changes the manifest and signs it anew, with the log's own key unless told otherwise. */
function resign(
  folder: string,
  change: (manifest: Manifest) => void,
  key: KeyObject = keyFromSeed(1),
): void {
  const path = join(folder, 'manifest.json')
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as Manifest
  const jsonl = readFileSync(join(folder, 'audit.jsonl'))
  const file = manifest.files.find((one) => one.name === 'audit.jsonl')!
  Object.assign(file, {
    bytes: jsonl.length,
    sha256: createHash('sha256').update(jsonl).digest('hex'),
  })
  const raw = rawPublicKey(key)
  manifest.publicKey = raw.toString('base64')
  manifest.fingerprint = createHash('sha256').update(raw).digest('hex')
  change(manifest)
  const bytes = Buffer.from(JSON.stringify(manifest))
  writeFileSync(path, bytes)
  writeFileSync(join(folder, 'manifest.sig'), `${sign(null, bytes, key).toString('base64')}\n`)
}

describe('an honest export', () => {
  it.each([0, 1, 20, 60, 64])('of %i entries is intact under all evidence', async (entries) => {
    const rig = openLog({ entries, checkpointsAt })
    const folder = await exported(rig)
    const { size, chain } = rig.audit.head()
    const { fingerprint } = rig.checkpointer
    const said = await check(
      folder,
      '--fingerprint',
      fingerprint,
      '--reached',
      `${size}:${chain}`,
      '--witness',
      `pd-01JNT5W9R6E3K8Y2Z4B7C0D1F2-${chain.slice(0, 8)}`,
    )
    expect(said).toMatchObject({ code: 0, word: 'intact', bad: null })
    expect(said.text).toContain(`entries: ${entries} full, 0 stubs`)
    expect(said.text).toContain(`key fingerprint: ${fingerprint}`)
  })

  it.each<AuditFilter>([
    { kind: 'order:look-up' },
    { subject: 'order/test/3' },
    { text: 'no such text' },
    { from: '2026-03-01', outcome: 'SENDING' },
  ])('filtered by %j is intact', async (filter) => {
    const rig = honest()
    const chosen = (await rig.jobs.run('entries', { filter, limit: 100 })).total ?? 0
    const said = await check(
      await exported(rig, filter),
      '--fingerprint',
      rig.checkpointer.fingerprint,
    )
    expect(said.code).toBe(0)
    expect(said.text).toContain(`entries: ${chosen} full, ${60 - chosen} stubs`)
  })

  it('whose earlier checkpoints carry another key is intact, and says so', async () => {
    const rig = openLog({ entries: 20, checkpointsAt: [20], key: keyFromSeed(7) })
    // The same ledger, signed by the key of the next run.
    const checkpointer = createCheckpointer(rig.audit, rig.ledger.db, {
      key: keyFromSeed(1),
      clock: tickingClock(),
      report: (error) => rig.reports.push(error),
    })
    rig.append(draft(21))
    const said = await check(await exported({ ...rig, checkpointer }))
    expect(said.code).toBe(0)
    expect(said.text).toContain('checkpoints: 2 (1 under another key)')
  })
})

describe('what an auditor is told where nothing contradicts', () => {
  it('how far the keychain’s mark is, and how many entries lie behind the last checkpoint', async () => {
    const rig = openLog({ entries: 60, checkpointsAt })
    const marked = { size: 40, chain: chainAt(rig, 40) }
    const folder = await exported(rig, {}, marked)
    const said = await check(folder)
    expect(said).toMatchObject({ code: 0 })
    expect(said.text).toContain('mark of the keychain: entry 40\n')
    expect(said.text).toContain('behind the last checkpoint: 0\n')
    expect((await check(await exported(rig))).text).toContain('mark of the keychain: none\n')
    resign(folder, (manifest) => manifest.checkpoints.splice(2))
    expect((await check(folder)).text).toContain('behind the last checkpoint: 20\n')
  })

  it('that a person let money move again, also where the export was made for something else', async () => {
    const rig = openLog({ entries: 5 })
    for (let n = 0; n < 60; n += 1)
      rig.append(draft(n, { kind: 'money:resumed', outcome: 'ok', subject: 'log' }))
    const said = await check(await exported(rig, { subject: 'order/test/3' }))
    expect(said.code).toBe(0)
    expect(said.text).toMatch(/^money resumed by a person: entry 6, 2026-03-01T/m)
    expect(said.text).toMatch(/^and 10 more$/m)
    expect(said.text.match(/^money resumed/gm)).toHaveLength(50)
  })

  it('that the clock of the computer went back', async () => {
    const rig = openLog({ entries: 5 })
    const past = openAudit(rig.ledger.db, {
      clock: tickingClock(Date.UTC(2025, 7, 1)),
      monotonic: () => 0,
    })
    inTransaction(rig.ledger.db, () => past.append(draft(6)))
    const said = await check(await exported(rig, { text: 'no such text' }))
    expect(said.code).toBe(0)
    expect(said.text).toContain('clock went back: entry 6, 2025-08-01T00:00:01.000Z\n')
  })

  it('which files lie in the folder that the manifest does not name', async () => {
    const folder = await exported(honest())
    writeFileSync(join(folder, 'read me first.txt'), 'The totals are in here.')
    writeFileSync(join(folder, 'Zoë\n.txt'), '')
    const said = await check(folder)
    expect(said.code).toBe(0)
    expect(said.text).toMatch(/^not in the manifest: Zo\?\?\?\.txt$/m)
    expect(said.text).toMatch(/^not in the manifest: read me first\.txt$/m)
  })
})

describe('an export that falls short of the keychain’s mark', () => {
  it('is truncated', async () => {
    const rig = honest()
    const folder = await exported(rig, {}, { size: 64, chain: 'ab'.repeat(32) })
    const said = await check(folder, '--fingerprint', rig.checkpointer.fingerprint)
    expect(said).toMatchObject({ code: 3, bad: '61' })
    expect(said.text).toContain('the keychain knew that it had reached 64')
  })

  it('is tampered where the marked entry is another one', async () => {
    const folder = await exported(honest(), {}, { size: 20, chain: 'ab'.repeat(32) })
    expect(await check(folder)).toMatchObject({ code: 2, bad: '?' })
  })

  it.each<[string, unknown]>([
    ['no word of it', undefined],
    ['a text for it', 'entry 4'],
    ['no chain value in it', { size: 4 }],
    ['entry 0', { size: 0, chain: 'ab'.repeat(32) }],
  ])('can’t be checked with %s', async (_name, reached) => {
    const folder = await exported(honest())
    resign(folder, (manifest) => Object.assign(manifest, { reached }))
    expect(await check(folder)).toMatchObject({ code: 4 })
  })
})

describe('a checkpoint behind the last entry', () => {
  it('that another program wrote is tampering, not evidence that the log was longer', async () => {
    const rig = honest()
    const forger = generateKeyPairSync('ed25519').privateKey
    const body = Buffer.from(JSON.stringify({ v: 1, type: 'checkpoint', size: 1_000_000 }))
    rig.ledger.db
      .prepare('INSERT INTO checkpoint (size, body, signature, public_key) VALUES (?, ?, ?, ?)')
      .run(1_000_000, body, sign(null, body, forger), rawPublicKey(forger).toString('base64'))
    const folder = await exported(rig)
    expect(await check(folder)).toMatchObject({ code: 2, bad: '?' })
    const said = await verifyLog(rig.ledger.db, rig.audit, {
      monotonic: () => 0,
      expectedFingerprint: rig.checkpointer.fingerprint,
    })
    expect(said).toMatchObject({ outcome: 'tampered', firstBadSeq: 1_000_000 })
  })
})

describe('a folder that was tampered with', () => {
  it.each(positions)(
    'by an edit and a re-hash without the key is found out, at %i',
    async (seq) => {
      const rig = honest()
      const folder = await exported(rig)
      let chain: Uint8Array = Buffer.alloc(32)
      const lines = linesOf(folder).map((line) => {
        const text = Buffer.from(line.body!, 'base64').toString('utf8')
        const body = Buffer.from(line.seq === seq ? text.replace('"ana"', '"eve"') : text)
        const leaf = leafOf(body)
        chain = chainOf(LOG_ID, line.seq, chain, leaf)
        return {
          seq: line.seq,
          body: body.toString('base64'),
          leaf: leaf.toString('hex'),
          chain: Buffer.from(chain).toString('hex'),
        }
      })
      writeLines(folder, lines)
      const signedBefore = [0, ...checkpointsAt].filter((size) => size < seq).at(-1)!
      expect(await check(folder)).toMatchObject({ code: 2, bad: String(signedBefore + 1) })
      // Signed again, checkpoints dropped: only what the auditor wrote down tells.
      const forger = generateKeyPairSync('ed25519').privateKey
      resign(
        folder,
        (manifest) => {
          manifest.checkpoints = []
          manifest.chain = lines.at(-1)!.chain
        },
        forger,
      )
      expect(await check(folder)).toMatchObject({ code: 0 })
      expect(await check(folder, '--fingerprint', rig.checkpointer.fingerprint)).toMatchObject({
        code: 2,
      })
      const { size, chain: head } = rig.audit.head()
      expect(await check(folder, '--reached', `${size}:${head}`)).toMatchObject({ code: 2 })
      expect(await check(folder, '--witness', `pd-x-${head.slice(0, 8)}`)).toMatchObject({
        code: 3,
        bad: '61',
      })
    },
  )

  it.each(positions)('by removing the lines from %i on is truncated', async (seq) => {
    const folder = await exported(honest())
    writeLines(folder, linesOf(folder).slice(0, seq - 1))
    expect(await check(folder)).toMatchObject({ code: 3, bad: String(seq) })
  })

  it('by cutting the file in the middle of a line is truncated', async () => {
    const folder = await exported(honest())
    const path = join(folder, 'audit.jsonl')
    truncateSync(path, readFileSync(path).length - 10)
    expect(await check(folder)).toMatchObject({ code: 3, bad: '60' })
  })

  it('by swapping, doubling, emptying or decorating a line is found out at that line', async () => {
    const harms: [(lines: Line[]) => Line[], string][] = [
      [(lines) => [...lines.slice(0, 9), lines[10]!, lines[9]!, ...lines.slice(11)], '10'],
      [(lines) => [...lines.slice(0, 10), lines[9]!, ...lines.slice(10)], '11'],
      [(lines) => lines.map((l) => (l.seq === 12 ? { ...l, body: '' } : l)), '12'],
      [(lines) => lines.map((l) => (l.seq === 13 ? { ...l, note: 'x' } : l)), '13'],
      [(lines) => lines.map((l) => (l.seq === 14 ? { ...l, body: `${l.body!} ` } : l)), '14'],
      [(lines) => lines.map((l) => (l.seq === 15 ? { ...l, seq: 15.5 } : l)), '15'],
      [
        (lines) => lines.map((l) => (l.seq === 16 ? { ...l, leaf: l.leaf.toUpperCase() } : l)),
        '16',
      ],
      [(lines) => [...lines, { ...lines[59]!, seq: 61 }], '61'],
    ]
    for (const [harm, bad] of harms) {
      const folder = await exported(honest())
      writeLines(folder, harm(linesOf(folder)))
      expect(await check(folder)).toMatchObject({ code: 2, bad })
    }
  })

  it('by withholding an entry as a stub is found out', async () => {
    const folder = await exported(honest())
    writeLines(
      folder,
      linesOf(folder).map(({ seq, body, leaf, chain }) =>
        seq === 30 ? { seq, leaf, chain } : { seq, body: body!, leaf, chain },
      ),
    )
    expect(await check(folder)).toMatchObject({ code: 2, bad: '?' })
  })

  it.each<[string, (manifest: Manifest) => void, number, string]>([
    ['an earlier end', (m) => (m.size = 59), 2, '60'],
    ['a later end', (m) => (m.size = 61), 3, '61'],
    ['another head', (m) => (m.chain = 'f'.repeat(64)), 2, '61'],
    ['another log', (m) => (m.logId = 'f'.repeat(32)), 2, '1'],
    ['a checkpoint left out', (m) => m.checkpoints.splice(1, 1), 2, '60'],
    ['checkpoints out of order', (m) => m.checkpoints.reverse(), 2, '60'],
    ['a checkpoint twice', (m) => m.checkpoints.push(m.checkpoints[2]!), 2, '?'],
    [
      'a forged checkpoint',
      (m) => (m.checkpoints[1]!.signature = Buffer.alloc(64, 1).toString('base64')),
      2,
      '40',
    ],
    ['a checkpoint that is no JSON', (m) => (m.checkpoints[1]!.body = 'AAAA'), 2, '?'],
    [
      'no audit.jsonl among the files',
      (m) => (m.files = m.files.filter((f) => f.name !== 'audit.jsonl')),
      2,
      '?',
    ],
    [
      'a path as a file name',
      (m) => m.files.push({ name: '../x', bytes: 0, sha256: 'f'.repeat(64) }),
      2,
      '?',
    ],
    ['a fingerprint of another key', (m) => (m.fingerprint = 'f'.repeat(64)), 2, '?'],
  ])('by a manifest signed with %s is found out', async (_name, change, code, bad) => {
    const folder = await exported(honest())
    resign(folder, change)
    // "another head" with all 60 signed: the change can only lie behind the last checkpoint.
    expect(await check(folder)).toMatchObject({ code, bad })
  })

  it('by a changed table for people is found out, and a missing one is named', async () => {
    const folder = await exported(honest())
    appendFileSync(join(folder, 'audit.csv'), '"x"\r\n')
    expect(await check(folder)).toMatchObject({ code: 2, bad: '?' })
    rmSync(join(folder, 'audit.csv'))
    const said = await check(folder)
    expect(said.code).toBe(0)
    expect(said.text).toContain('not there: audit.csv')
  })

  it('by a single changed bit of the manifest or its signature is found out', async () => {
    for (const [name, from, to] of [
      ['manifest.json', '"program": "1.2.3"', '"program": "1.2.4"'],
      ['manifest.sig', '\n', '\n\n'],
    ] as const) {
      const folder = await exported(honest())
      const path = join(folder, name)
      const text = readFileSync(path, 'utf8')
      expect(text).toContain(from)
      writeFileSync(path, text.replace(from, to))
      expect(await check(folder)).toMatchObject({ code: 2, bad: '?' })
    }
  })
})

describe('the signature of a manifest', () => {
  it('whose scalar was raised by the order of the group is refused, though the equation holds', async () => {
    const folder = await exported(honest())
    const path = join(folder, 'manifest.sig')
    const bytes = Buffer.from(readFileSync(path, 'utf8'), 'base64')
    // RFC 8032, section 5.1.7: S must be below L.
    const order = 2n ** 252n + 27742317777372353535851937790883648493n
    const raised = BigInt(`0x${bytes.subarray(32).reverse().toString('hex')}`) + order
    const scalar = Buffer.from(raised.toString(16).padStart(64, '0'), 'hex').reverse()
    const first = Buffer.from(readFileSync(path, 'utf8'), 'base64').subarray(0, 32)
    writeFileSync(path, `${Buffer.concat([first, scalar]).toString('base64')}\n`)
    expect(await check(folder)).toMatchObject({ code: 2, bad: '?' })
  })
})

describe('what can’t be checked', () => {
  it.each(['manifest.json', 'manifest.sig', 'audit.jsonl'])(
    'is a folder without %s',
    async (name) => {
      const folder = await exported(honest())
      rmSync(join(folder, name))
      expect(await check(folder)).toMatchObject({ code: 4, word: 'uncheckable', bad: null })
    },
  )

  it.each<[string, (manifest: Manifest) => void]>([
    ['another format', (m) => (m.format = 'other')],
    ['a later version', (m) => (m.v = 2)],
    ['true for a version', (m) => (m.v = true)],
    ['a key that is short', (m) => (m.publicKey = 'AAAA')],
    ['no checkpoints', (m) => delete (m as Record<string, unknown>).checkpoints],
    ['a size below zero', (m) => (m.size = -1)],
    ['a list for a filter', (m) => (m.filter = [])],
  ])('is a manifest with %s', async (_name, change) => {
    const folder = await exported(honest())
    resign(folder, change)
    expect(await check(folder)).toMatchObject({ code: 4 })
  })

  it('is a question nobody can answer', async () => {
    const folder = await exported(honest())
    for (const more of [
      ['--fingerprint', 'xyz'],
      ['--reached', '-1'],
      ['--witness', 'nohead'],
      ['--what', 'x'],
      ['--fingerprint'],
      ['other'],
    ])
      expect(await check(folder, ...more)).toMatchObject({ code: 4 })
  })
})
