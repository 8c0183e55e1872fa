// Everything in an export but its signature: the entries, the verifiers and the manifest that lists
// them. It holds no key and writes only new files into the folder it is given.
import type { AuditFilter, ExportReport } from '#shared/bridge/lists.ts'
import { type Reached, baseOf, startOf } from '../audit/audit-base.ts'
import { readLog } from '../audit/audit-rows.ts'
import type { StoredCheckpoint } from '../audit/checkpoint.ts'
import { writeEntries } from './export-entries.ts'
import { copyExtra, writeText } from './export-file.ts'
import type { Database } from '../db/open.ts'
import type { TimeSlice } from '../db/time-slice.ts'
import { statement } from '../db/statements.ts'

export interface ContentQuery {
  folder: string
  /** 'archive': the entries leave the ledger once this folder was read back. */
  purpose: 'export' | 'archive'
  filter: AuditFilter
  /** Number and chain value of the newest entry of the export. */
  size: number
  chain: string
  /**
   * Size of the newest checkpoint. Above `size` it is evidence that the log was cut: it belongs
   * into the manifest.
   */
  lastSigned: number
  /** How far the keychain says the log had come; null when it could not be asked. */
  reached: Reached | null
  version: string
  madeAt: string
  publicKey: string
  fingerprint: string
  /** Where the two verifiers lie. */
  resourcesDir: string
}

export interface Content extends Pick<ExportReport, 'entries' | 'stubs' | 'noSheet'> {
  names: string[]
}

const EXTRAS = ['verify-audit.mjs', 'verify_audit.py'] as const

export async function writeContent(
  db: Database,
  query: ContentQuery,
  work: TimeSlice,
): Promise<Content> {
  const { folder, filter, size, chain, publicKey, fingerprint } = query
  const { facts, full, stubs, noSheet } = await writeEntries(db, query, work)
  const files = [...facts, await writeText(folder, 'README.txt', readme(query.version))]
  for (const name of EXTRAS) files.push(await copyExtra(query.resourcesDir, folder, name))
  const manifest = {
    format: 'paydesk-audit-export',
    v: 1,
    logId: readLog(db)?.logId,
    program: query.version,
    madeAt: query.madeAt,
    purpose: query.purpose,
    filter,
    first: baseOf(db).size + 1,
    size,
    chain,
    reached: query.reached,
    full,
    stubs,
    publicKey,
    fingerprint,
    checkpoints: checkpointsTo(db, query.lastSigned),
    files,
  }
  await writeText(folder, 'manifest.json', `${JSON.stringify(manifest, null, 1)}\n`)
  return {
    names: [...files.map((file) => file.name), 'manifest.json'],
    entries: full,
    stubs,
    ...(noSheet === undefined ? {} : { noSheet }),
  }
}

function checkpointsTo(
  db: Database,
  size: number,
): Record<'body' | 'signature' | 'publicKey', string>[] {
  const base = baseOf(db)
  const rows = statement<{ size: number; base: number; start: number }, StoredCheckpoint>(
    db,
    'SELECT * FROM checkpoint WHERE size <= @size AND NOT (size > @start AND size < @base) ORDER BY size',
  ).all({ size, base: base.size, start: startOf(db, base).size })
  return rows.map((row) => ({
    body: row.body.toString('base64'),
    signature: row.signature.toString('base64'),
    publicKey: row.public_key,
  }))
}

const readme = (version: string): string =>
  [
    `Audit log exported by Paydesk ${version}.`,
    '',
    'audit.xlsx is for reading, and audit.csv where there is no audit.xlsx. What is checked are audit.jsonl, manifest.json and manifest.sig:',
    '',
    '  node verify-audit.mjs . --fingerprint <the fingerprint you wrote down>',
    '  python3 verify_audit.py . --fingerprint <the fingerprint you wrote down>',
    '',
    'Exit code: 0 intact, 2 tampered, 3 truncated, 4 cannot be checked.',
    'Take the verifier from your own copy of Paydesk if you do not trust who handed you this folder.',
    'The format is described in docs/audit-format.md of Paydesk.',
    '',
  ].join('\n')
