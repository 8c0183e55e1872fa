// The check of the program's own files, over an archive that the kept tool made.
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPackageWithOptions, extractFile, getRawHeader } from '@electron/asar'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findDamage } from '../../../src/main/packaged/archive.ts'
import { writeDigests } from '../../../scripts/package/after-pack.ts'
import { besideArchive } from '../../../scripts/package/ships.ts'

const home = mkdtempSync(join(tmpdir(), 'paydesk-archive-'))
const packed = join(home, 'packed')
const archive = 'app.asar'
const unpacked = 'app.asar.unpacked'
afterAll(() => rmSync(home, { recursive: true, force: true }))

const write = (path: string, text: string): void => {
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, text)
}

/** Packs `files` into `folder` as a package is: one native file beside the archive. */
async function packInto(folder: string, files: Record<string, string>): Promise<void> {
  const from = mkdtempSync(join(home, 'from-'))
  for (const [path, text] of Object.entries(files)) write(join(from, path), text)
  mkdirSync(folder, { recursive: true })
  await createPackageWithOptions(from, join(folder, archive), { unpack: '*.node' })
  for (const name of besideArchive) write(join(folder, name), `# ${name}`)
}

const files = {
  'package.json': '{"main":"index.js"}',
  'index.js': 'export const one = 1\n',
  'pages/index.html': '<!doctype html>',
  'pages/empty.css': '',
  'native/one.node': 'not really native',
}

beforeAll(async () => {
  await packInto(packed, files)
  mkdirSync(join(packed, 'locales'))
  writeDigests(packed)
})

const copy = (): string => {
  const folder = mkdtempSync(join(home, 'copy-'))
  cpSync(packed, folder, { recursive: true })
  return folder
}

/** Where the bytes of a file of the archive begin. */
const placeOf = (folder: string, text: string): number =>
  readFileSync(join(folder, archive)).indexOf(text)

const flip = (file: string, at: number): void => {
  const bytes = readFileSync(file)
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at)
  writeFileSync(file, bytes)
}

/** The same bytes, at a place that somebody else may write to. */
function linkInPlace(folder: string, path: string): void {
  const away = join(mkdtempSync(join(home, 'away-')), 'copy')
  renameSync(join(folder, path), away)
  symlinkSync(away, join(folder, path))
}

const attacks: [story: string, attack: (folder: string) => void | Promise<void>, named: string][] =
  [
    [
      'one bit of a file in it is turned',
      (folder) => flip(join(folder, archive), placeOf(folder, files['index.js']) + 3),
      'index.js',
    ],
    ['one bit of its header is turned', (folder) => flip(join(folder, archive), 40), archive],
    [
      'its end is cut off',
      (folder) =>
        truncateSync(join(folder, archive), readFileSync(join(folder, archive)).length - 1),
      '',
    ],
    ['it is cut within its header', (folder) => truncateSync(join(folder, archive), 30), archive],
    ['it is empty', (folder) => truncateSync(join(folder, archive), 0), archive],
    ['it is gone', (folder) => rmSync(join(folder, archive)), archive],
    [
      'something is appended to it',
      (folder) => appendFileSync(join(folder, archive), 'x'),
      archive,
    ],
    [
      'it is another archive, well made',
      (folder) => packInto(folder, { ...files, 'index.js': 'export const one = 2\n' }),
      archive,
    ],
    [
      'it is another archive with a file more',
      (folder) => packInto(folder, { ...files, 'more.js': '' }),
      archive,
    ],
    [
      'a file beside it is changed',
      (folder) => appendFileSync(join(folder, unpacked, 'native/one.node'), ' '),
      `${unpacked}/native/one.node`,
    ],
    [
      'a file beside it is gone',
      (folder) => rmSync(join(folder, unpacked, 'native/one.node')),
      `${unpacked}/native/one.node`,
    ],
    [
      'a file is added beside it',
      (folder) => write(join(folder, unpacked, 'native/two.node'), 'x'),
      `${unpacked}/native/two.node`,
    ],
    [
      'a link is added beside it',
      (folder) => symlinkSync('/etc/passwd', join(folder, unpacked, 'link')),
      `${unpacked}/link`,
    ],
    [
      'keys for updates are added beside it',
      (folder) => write(join(folder, 'update-keys.json'), '{}'),
      'update-keys.json',
    ],
    [
      'a program is added that Electron would take first',
      (folder) => write(join(folder, 'app/index.js'), 'x'),
      'app',
    ],
    [
      'Electron’s own first program is added',
      (folder) => write(join(folder, 'default_app.asar'), 'x'),
      'default_app.asar',
    ],
    ['an empty folder is added', (folder) => mkdirSync(join(folder, 'more')), 'more'],
    [
      'a native part is a link to the very same bytes elsewhere',
      (folder) => linkInPlace(folder, `${unpacked}/native/one.node`),
      `${unpacked}/native/one.node`,
    ],
    [
      'a folder of native parts is a link to its copy',
      (folder) => linkInPlace(folder, `${unpacked}/native`),
      `${unpacked}/native`,
    ],
    ['the archive is a link to its copy', (folder) => linkInPlace(folder, archive), archive],
    [
      'a verifier is a link to its copy',
      (folder) => linkInPlace(folder, 'verify_audit.py'),
      'verify_audit.py',
    ],
    [
      'a file became a folder',
      (folder) => {
        rmSync(join(folder, 'verify_audit.py'))
        mkdirSync(join(folder, 'verify_audit.py'))
      },
      'verify_audit.py',
    ],
    [
      'a folder of it is gone',
      (folder) => rmSync(join(folder, 'locales'), { recursive: true }),
      'locales',
    ],
    [
      'a verifier is changed',
      (folder) => appendFileSync(join(folder, 'verify_audit.py'), 'import os'),
      'verify_audit.py',
    ],
    [
      'a verifier is gone',
      (folder) => rmSync(join(folder, 'verify-audit.mjs')),
      'verify-audit.mjs',
    ],
    ['the digests are gone', (folder) => rmSync(join(folder, 'digests.json')), 'digests.json'],
    [
      'the digests are no digests',
      (folder) => writeFileSync(join(folder, 'digests.json'), '{}'),
      'digests.json',
    ],
    [
      'the digests are those of another package',
      (folder) =>
        writeFileSync(
          join(folder, 'digests.json'),
          readFileSync(join(folder, 'digests.json'), 'utf8').replace(
            /"archive": "./,
            '"archive": "g',
          ),
        ),
      'digests.json',
    ],
    [
      'the archive is a folder',
      (folder) => {
        renameSync(join(folder, archive), join(folder, 'away'))
        mkdirSync(join(folder, archive))
      },
      archive,
    ],
  ]

describe('the program’s own files', () => {
  it('are found whole as they were packed', () => {
    expect(extractFile(join(packed, archive), 'index.js').toString()).toBe(files['index.js'])
    expect(findDamage(packed)).toBeNull()
  })

  it.each(attacks)('are refused when %s', async (_story, attack, named) => {
    const folder = copy()
    await attack(folder)
    const damage = findDamage(folder)
    expect(damage).not.toBeNull()
    if (named !== '') expect(damage).toBe(named)
  })

  it('are refused where their folder is a link to a copy of it', () => {
    const link = join(home, 'link-to-packed')
    symlinkSync(packed, link)
    expect(findDamage(link)).toBe(archive)
  })

  it('may have the one file more that the packer for Windows adds, and only there', () => {
    const folder = copy()
    write(join(folder, 'elevate.exe'), 'x')
    expect(findDamage(folder, 'win32')).toBeNull()
    expect(findDamage(folder, 'linux')).toBe('elevate.exe')
    rmSync(join(folder, 'elevate.exe'))
    mkdirSync(join(folder, 'elevate.exe'))
    expect(findDamage(folder, 'win32')).toBe('elevate.exe')
  })

  it('are not packed with a link among them', () => {
    const folder = copy()
    linkInPlace(folder, 'verify_audit.py')
    expect(() => writeDigests(folder)).toThrow('verify_audit.py is no file')
  })

  it('are refused for each single byte that is changed', () => {
    const folder = copy()
    const file = join(folder, archive)
    const bytes = readFileSync(file)
    const { headerSize } = getRawHeader(file)
    const missed: number[] = []
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes)
      changed.writeUInt8(bytes.readUInt8(at) ^ 0x10, at)
      writeFileSync(file, changed)
      if (findDamage(folder) === null) missed.push(at)
    }
    // What is left are numbers of the header that say nothing a reader would believe: how long the
    // part before it is, and the filling behind it.
    expect(missed.every((at) => at < 12 || at >= headerSize)).toBe(true)
    expect(missed.length).toBeLessThan(16)
  })
})
