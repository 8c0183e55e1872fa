// Packs the same sources twice, under another user, path, clock, locale, umask and order of files,
// and compares archive, digests, deb and list of components byte by byte: npm run reproducible.
// What can't be varied here is said. It looks at the files that git knows, as they are on the disk.
import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { isOnPath, top } from '../setup/step.mjs'
import { sourceDate } from './pack.ts'
import { shippedFiles } from './sbom.ts'
import { targetName, thisTarget } from './ships.ts'

interface Surroundings {
  path: string
  umask: string
  env: Record<string, string>
  /** Files are made in this order. */
  order: (files: string[]) => string[]
  /** Another user, where whoever runs this may become one. */
  uid: number | undefined
  clock: string | undefined
}

const nobody = 65_534
const say = (line: string): void => void process.stdout.write(`${line}\n`)
const home = mkdtempSync(join(tmpdir(), 'paydesk-twice-'))
chmodSync(home, 0o755)

const surroundings: Surroundings[] = [
  {
    path: join(home, 'one'),
    umask: '022',
    env: { TZ: 'UTC', LC_ALL: 'C', LANG: 'C' },
    order: (files) => files,
    uid: undefined,
    clock: undefined,
  },
  {
    path: join(home, 'another place', 'with a longer path', 'of paydesk'),
    umask: '077',
    env: { TZ: 'Pacific/Kiritimati', LC_ALL: 'C.UTF-8', LANG: 'tr_TR.UTF-8' },
    order: (files) => files.toReversed(),
    uid: process.getuid?.() === 0 ? nobody : undefined,
    clock: isOnPath('faketime') ? '@2031-05-05 05:05:05' : undefined,
  },
]

function copySources({ path, order, uid }: Surroundings): void {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: top })
  const folders = new Set([dirname(path), path, join(path, '.home')])
  for (const file of order(listed.toString().split('\0').filter(Boolean))) {
    mkdirSync(dirname(join(path, file)), { recursive: true })
    cpSync(join(top, file), join(path, file))
    for (let at = dirname(file); at !== '.'; at = dirname(at)) folders.add(join(path, at))
  }
  mkdirSync(join(path, '.home'), { recursive: true })
  // Links to the same bytes, at paths of their own: installing twice would only ask for longer.
  execFileSync('cp', ['-al', `${top}/node_modules/.`, join(path, 'node_modules')])
  if (uid !== undefined) for (const folder of folders) chownSync(folder, uid, uid)
}

function packIn(one: Surroundings, date: number): Promise<void> {
  const node = join(one.path, 'node_modules/.bin/node')
  const script = `umask ${one.umask}; exec "$@"`
  const run = [node, 'scripts/package/run.ts']
  const clocked = one.clock === undefined ? run : ['faketime', '-f', one.clock, ...run]
  const child = spawn('sh', ['-c', script, 'sh', ...clocked], {
    cwd: one.path,
    stdio: ['ignore', 'ignore', 'inherit'],
    ...(one.uid === undefined ? {} : { uid: one.uid, gid: one.uid }),
    env: {
      ...one.env,
      HOME: join(one.path, '.home'),
      PATH: `${join(one.path, 'node_modules/.bin')}:${process.env['PATH'] ?? ''}`,
      SOURCE_DATE_EPOCH: String(date),
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`Packing in ${one.path} ended with ${code}.`)),
    )
  })
}

const version = (JSON.parse(readFileSync(join(top, 'package.json'), 'utf8')) as { version: string })
  .version

/** Of every result of a build, its digest. */
function resultsIn({ path }: Surroundings): Map<string, string> {
  const out = join(path, 'out/package')
  const digest = (file: string): string =>
    createHash('sha256')
      .update(readFileSync(join(out, file)))
      .digest('hex')
  const arch = process.arch === 'x64' ? 'amd64' : process.arch
  const unpacked = `dist/linux${process.arch === 'x64' ? '' : `-${process.arch}`}-unpacked`
  const files = [
    `paydesk_${version}_${arch}.deb`,
    `paydesk_${version}_${targetName(thisTarget())}.cdx.json`,
    `${unpacked}/resources/app.asar`,
  ]
  return new Map([
    ...files.map((file) => [file, digest(file)] as const),
    ...shippedFiles(join(out, unpacked)).map(({ path: file, sha256 }) => [file, sha256] as const),
  ])
}

try {
  const date = sourceDate(top)
  for (const one of surroundings) copySources(one)
  for (const one of surroundings) {
    say(`Packing in ${one.path}`)
    await packIn(one, date)
  }
  const [first, second] = surroundings.map(resultsIn)
  const names = new Set([...(first?.keys() ?? []), ...(second?.keys() ?? [])])
  const differing = [...names].filter((name) => first?.get(name) !== second?.get(name))
  for (const name of differing) say(`differs: ${name}`)
  const same = ['path', 'umask', 'time zone', 'order of files']
  if (surroundings[1]?.uid !== undefined) same.push('user')
  if (surroundings[1]?.clock !== undefined) same.push('clock')
  else say('The clock was not set: faketime is not here (Debian: apt-get install faketime).')
  if (differing.length === 0)
    say(`${names.size} files are the same, byte by byte, under another ${same.join(', ')}.`)
  process.exitCode = differing.length === 0 ? 0 : 1
} finally {
  rmSync(home, { recursive: true, force: true })
}
