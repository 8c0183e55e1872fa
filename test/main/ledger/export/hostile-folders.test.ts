// Folders made to hang, crash or mislead whoever checks them: pipes and links in the place of
// files, a manifest signed by nobody one knows with hostile contents, lines without an end. Each is
// given to both verifiers. Both must end soon, with the same words and with an exit code of the
// format, and print no character that moves the cursor.
import { execFileSync } from 'node:child_process'
import { createHash, sign } from 'node:crypto'
import {
  appendFileSync,
  closeSync,
  cpSync,
  ftruncateSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exportAudit } from '../../../../src/main/ledger/export/export.ts'
import {
  keyFromSeed,
  newFolder,
  openLog,
  resourcesDir,
  tickingClock,
  valueOf,
} from '../ledger-rig.ts'
import { openVerifiers, runPrograms, type Said } from '../../../campaigns/tamper/verifiers.ts'

const LIMIT_MS = 20_000
const MB = 1024 * 1024

const verifiers = await openVerifiers()
afterAll(verifiers.close)
/** What a program of its own might do otherwise: its stack, and how it prints what it can't. */
const ownProgram = /levels|half a character|moves the cursor/
const asPrograms = new Set<string>()

/**
 * Demands that both say the same. They answer in one process, and as programs of their own for the
 * first folder of each verdict and where a process may matter.
 */
async function check(folder: string, name: string): Promise<Said> {
  const { node, python } = await verifiers.ask([folder])
  expect(python).toEqual(node)
  expect(node.text.replaceAll('\n', '')).toMatch(/^[ -~]*$/)
  const verdict = node.text.split(':', 1)[0]!
  if (ownProgram.test(name) || !asPrograms.has(verdict))
    expect(await runPrograms([folder])).toEqual({ node, python })
  asPrograms.add(verdict)
  return node
}

type File = { name: string; bytes: number; sha256: string }
type Manifest = Record<string, unknown> & { files: File[] }

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Signs these bytes as they are: a hostile text need not be what JSON.stringify would write. */
function signText(folder: string, text: string): void {
  const bytes = Buffer.from(text)
  writeFileSync(join(folder, 'manifest.json'), bytes)
  const signature = sign(null, bytes, keyFromSeed(1)).toString('base64')
  writeFileSync(join(folder, 'manifest.sig'), `${signature}\n`)
}

const textIn = (folder: string): string => readFileSync(join(folder, 'manifest.json'), 'utf8')

function resign(folder: string, change: (manifest: Manifest) => void): void {
  const manifest = JSON.parse(textIn(folder)) as Manifest
  change(manifest)
  signText(folder, JSON.stringify(manifest))
}

const list =
  (name: string) =>
  (folder: string): void =>
    resign(folder, ({ files }) => void files.push({ name, bytes: 1, sha256: '0'.repeat(64) }))

const pipe = (path: string): void => {
  rmSync(path, { force: true })
  execFileSync('mkfifo', [path])
}
const link = (path: string, to: string): void => {
  rmSync(path, { recursive: true, force: true })
  symlinkSync(to, path)
}

let home: string
let honest: string
let pack: string

beforeAll(async () => {
  const { audit, ledger, checkpointer } = openLog({ entries: 6, checkpointsAt: [3] })
  home = mkdtempSync(join(tmpdir(), 'paydesk-hostile-'))
  honest = join(home, 'out')
  const own = { audit, db: ledger.db, checkpointer, reached: null, filter: {}, folder: honest }
  valueOf(await exportAudit({ ...own, version: '1.2.3', clock: tickingClock(), resourcesDir }))
  pack = join(home, 'pack')
  mkdirSync(join(pack, 'answers'), { recursive: true })
  cpSync(honest, join(pack, 'audit'), { recursive: true })
  writeFileSync(join(pack, 'order.json'), '{}')
  writeFileSync(join(pack, 'answers', 'status.json'), '{"status":"approved"}')
  const { publicKey, fingerprint, files } = JSON.parse(textIn(honest)) as Manifest
  const fact = (name: string): File => {
    const bytes = readFileSync(join(pack, name))
    return { name, bytes: bytes.length, sha256: sha256(bytes) }
  }
  const names = [
    ...['order.json', 'answers/status.json', 'audit/manifest.json', 'audit/manifest.sig'],
    ...files.map(({ name }) => `audit/${name}`),
  ]
  const head = { format: 'paydesk-evidence-pack', v: 1, program: '1.2.3', madeAt: 'now' }
  signText(pack, JSON.stringify({ ...head, publicKey, fingerprint, files: names.map(fact) }))
})

afterAll(() => rmSync(home, { recursive: true }))

/** A name, what is done to the folder, and the exit code that both must end with. */
type Case = [name: string, change: (folder: string) => void, code: number]

const longLine =
  (bytes: number, end: string) =>
  (folder: string): void => {
    const file = openSync(join(folder, 'audit.jsonl'), 'w')
    for (let left = bytes; left > 0; left -= MB) writeSync(file, Buffer.alloc(MB, 'a'))
    writeSync(file, end)
    closeSync(file)
  }

const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`
const withExtra =
  (extra: string) =>
  (folder: string): void =>
    signText(folder, textIn(folder).replace(/\}\s*$/, `,"extra":${extra}}`))

const hostileExports: Case[] = [
  ['nothing at all', () => undefined, 0],
  ['a pipe in the place of a listed file', (at) => pipe(join(at, 'audit.csv')), 2],
  ['a pipe in the place of the entries', (at) => pipe(join(at, 'audit.jsonl')), 4],
  ['a pipe in the place of the manifest', (at) => pipe(join(at, 'manifest.json')), 4],
  ['a pipe in the place of the signature', (at) => pipe(join(at, 'manifest.sig')), 4],
  ['a pipe more than is listed', (at) => pipe(join(at, 'more')), 0],
  ['a link to a device that never ends', (at) => link(join(at, 'audit.csv'), '/dev/zero'), 2],
  ['entries that are a link to a device', (at) => link(join(at, 'audit.jsonl'), '/dev/zero'), 4],
  [
    'a manifest that is a link to a device',
    (at) => link(join(at, 'manifest.json'), '/dev/zero'),
    4,
  ],
  ['a link to itself', (at) => link(join(at, 'audit.csv'), 'audit.csv'), 2],
  [
    'a link to the same bytes',
    (at) => {
      renameSync(join(at, 'audit.csv'), join(at, 'same'))
      link(join(at, 'audit.csv'), 'same')
    },
    2,
  ],
  [
    'a second name of the same file',
    (at) => {
      linkSync(join(at, 'audit.csv'), join(at, 'same'))
    },
    0,
  ],
  [
    'a folder in the place of a file',
    (at) => {
      rmSync(join(at, 'audit.csv'))
      mkdirSync(join(at, 'audit.csv'))
    },
    2,
  ],
  [
    'a listed file of eight terabytes that are not on the disk',
    (at) => {
      const file = openSync(join(at, 'audit.csv'), 'w')
      ftruncateSync(file, 8 * 1024 * 1024 * MB)
      closeSync(file)
    },
    2,
  ],
  [
    'a manifest of eight terabytes that are not on the disk',
    (at) => {
      const file = openSync(join(at, 'manifest.json'), 'w')
      ftruncateSync(file, 8 * 1024 * 1024 * MB)
      closeSync(file)
    },
    4,
  ],
  ['a line of 100 MB', longLine(100 * MB, '\n'), 2],
  ['a line of 100 MB that does not end', longLine(100 * MB, ''), 2],
  ['a line just under the limit that does not end', longLine(8 * MB, ''), 3],
  ['a line of the limit', longLine(8 * MB, '\n'), 2],
  [
    'half a million empty lines',
    (at) => appendFileSync(join(at, 'audit.jsonl'), '\n'.repeat(500_000)),
    2,
  ],
  ['a signature of 50 MB', (at) => writeFileSync(join(at, 'manifest.sig'), 'A'.repeat(50 * MB)), 4],
]

const hostileManifests: Case[] = [
  ['a hundred thousand levels', withExtra(nested(100_000)), 4],
  ['as many levels as are taken', withExtra(nested(62)), 0],
  ['one level more', withExtra(nested(64)), 4],
  ['levels of objects', withExtra(`${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`), 4],
  ['a number of ten thousand digits', withExtra('9'.repeat(10_000)), 0],
  ['a number beyond every number', withExtra('1e999'), 0],
  ['a number that is none', withExtra('NaN'), 4],
  [
    'a size written as a fraction',
    (at) => signText(at, textIn(at).replace(/"size":\s*6/, '"size":6.0')),
    0,
  ],
  ['a size beyond what can be counted', (at) => resign(at, (one) => (one['size'] = 2 ** 53)), 4],
  ['a size that is text', (at) => resign(at, (one) => (one['size'] = '6')), 4],
  ['a version that is yes', (at) => resign(at, (one) => (one['v'] = true)), 4],
  ['a size twice', (at) => signText(at, textIn(at).replace('{', '{"size":1,')), 0],
  [
    'files that are text',
    (at) => resign(at, (one) => Object.assign(one, { files: 'audit.csv' })),
    4,
  ],
  ['a list in the place of the manifest', (at) => signText(at, '[]'), 4],
  ['nothing in the place of the manifest', (at) => signText(at, ''), 4],
  [
    'bytes that are no text',
    (at) => writeFileSync(join(at, 'manifest.json'), Buffer.alloc(9, 0xff)),
    4,
  ],
  ['a name that breaks the line and moves the cursor', list('a\nintact: all\u001b[2J'), 2],
  ['a name with half a character', list('a\ud800'), 2],
  ['a name with a NUL', list('a\u0000b'), 2],
  ['a name in other letters', list('añо\u202e'), 0],
  ['an empty name', list(''), 2],
  ['the folder itself', list('.'), 2],
  ['a name that leads out', list('../audit.csv'), 2],
  ['a name longer than a disk takes', list('a'.repeat(100_000)), 0],
  ['a name with a delete mark', list('a\u007f'), 2],
  ['a name with a mark of eight bits', list('a\u009b2J'), 2],
]

const hostilePacks: Case[] = [
  ['nothing at all', () => undefined, 0],
  [
    'a link in the place of a file, with the same bytes',
    (at) => {
      const same = join(newFolder(), 'same')
      renameSync(join(at, 'order.json'), same)
      link(join(at, 'order.json'), same)
    },
    2,
  ],
  [
    'a link in the place of a folder, with the same files',
    (at) => {
      const same = join(newFolder(), 'same')
      renameSync(join(at, 'answers'), same)
      link(join(at, 'answers'), same)
    },
    2,
  ],
  ['an empty folder', (at) => mkdirSync(join(at, 'order.json (corrected)')), 2],
  [
    'folders in folders',
    (at) => mkdirSync(join(at, ...Array<string>(900).fill('a')), { recursive: true }),
    2,
  ],
  ['a pipe', (at) => pipe(join(at, 'answers', 'more')), 2],
  ['a pipe in the place of a file', (at) => pipe(join(at, 'order.json')), 2],
  ['a pipe in the place of the sums', (at) => pipe(join(at, 'SHA256SUMS')), 2],
  [
    'a link to a device in the place of the sums',
    (at) => link(join(at, 'SHA256SUMS'), '/dev/zero'),
    2,
  ],
  ['a name that breaks the line', list('a\n\u001b[2J'), 2],
  ['a name with half a character', list('a/\udfff'), 2],
  ['a name of many parts', list('a/'.repeat(3_000)), 2],
  ['a name of one long part', list(`${'a'.repeat(9_000)}/b`), 2],
]

describe.each([
  ['an export', () => honest, [...hostileExports, ...hostileManifests]],
  ['an evidence pack', () => pack, hostilePacks],
] as const)('%s with', (_what, from, cases) => {
  it.each(cases)(
    '%s ends soon in both verifiers, with one verdict',
    async (name, change, code) => {
      const folder = join(newFolder(), 'copy')
      cpSync(from(), folder, { recursive: true })
      change(folder)
      expect(await check(folder, name)).toMatchObject({ code })
    },
    3 * LIMIT_MS,
  )
})
