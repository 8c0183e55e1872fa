// The package as npm run package makes it: what it holds, the list of its components, and that a
// violation of each is seen. It is made once, for this system.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { build } from '../../scripts/build.mjs'
import { checkPackage, differing, wronglyShipped } from '../../scripts/package/check.ts'
import { makeDeb } from '../../scripts/package/deb.ts'
import { makeRpm } from '../../scripts/package/rpm.ts'
import { pack, type Packed } from '../../scripts/package/pack.ts'
import { checkSbom, makeSbom, shippedFiles } from '../../scripts/package/sbom.ts'
import { filesInArchive, shippedManifest, targets } from '../../scripts/package/ships.ts'
import { top } from '../../scripts/setup/step.mjs'
import { strippedNames } from '../../src/main/packaged/stripped-names.ts'
import { hostileWords, runLauncher } from './launcher.ts'

const out = mkdtempSync(join(tmpdir(), 'paydesk-package-'))
const sourceDate = 1_700_000_000
let packed: Packed
let sbom: string

beforeAll(async () => {
  expect(await build({ isForced: false, say: () => undefined })).toBe(0)
  packed = await pack({ top, out })
  sbom = makeSbom({ top, ...packed, sourceDate })
}, 600_000)
afterAll(() => rmSync(out, { recursive: true, force: true }))

/** A copy of the packed folder that a test may spoil. */
function copy(): Packed {
  const folder = mkdtempSync(join(out, 'copy-'))
  cpSync(packed.folder, folder, { recursive: true })
  return { ...packed, folder }
}
const check = (one: Packed, list = sbom): Promise<string[]> =>
  checkPackage({ top, packed: one, sbom: list, deb: undefined, rpm: undefined })

describe('a package', () => {
  it('holds what has to ship and nothing else, in every target', async () => {
    expect(await check(packed)).toEqual([])
    for (const target of targets) {
      const files = filesInArchive(top, target)
      expect(wronglyShipped(files)).toEqual([])
      expect(files.filter((path) => path.endsWith('.node'))).toEqual([
        `node_modules/better-sqlite3/prebuilds/${target.platform}-${target.arch}.node`,
        'node_modules/keytar/build/Release/keytar.node',
      ])
      expect(files).toContain('out/app/main/sandbox-worker.js')
    }
  })

  it.each([
    'out/app/main/index.js.map',
    'out/app/renderer/assets/index.ts',
    'out/app/built-from',
    'out/app/main/.env',
    'out/test/results.json',
    'src/main/index.ts',
    'test/words.test.ts',
    'resources/verify-audit.mjs',
    'node_modules/better-sqlite3/src/better_sqlite3.cpp',
    'node_modules/better-sqlite3/binding.gyp',
    'node_modules/keytar/test/keytar.js',
    'node_modules/vitest/package.json',
    'ledger.sqlite',
    'package-lock.json',
  ])('may not hold %s', (path) => {
    expect(wronglyShipped(['package.json', path])).toHaveLength(1)
  })

  it('starts at the check of its own files and depends on native packages alone', () => {
    const manifest = JSON.parse(shippedManifest(top)) as Record<string, unknown>
    expect(manifest['main']).toBe('out/app/main/packaged.js')
    expect(Object.keys(manifest['dependencies'] as object)).toEqual(['better-sqlite3', 'keytar'])
    expect(manifest).not.toHaveProperty('devDependencies')
    expect(manifest).not.toHaveProperty('scripts')
  })

  it('with a file more, a file changed or another fuse is refused', async () => {
    const more = copy()
    writeFileSync(join(more.folder, 'resources/app.asar.unpacked/more.node'), '')
    expect((await check(more)).join()).toContain('more.node does not belong there')
    const changed = copy()
    appendFileSync(join(changed.folder, 'resources/verify_audit.py'), '\n')
    expect((await check(changed)).join()).toContain('verify_audit.py is not as it was packed')
    const unset = copy()
    const text = '#!/bin/sh\nexit\ndL7pKGdnNz796PbbjQWNKmHXBZaB9tsX\u0001\u0009110011001'
    writeFileSync(join(unset.folder, 'paydesk.bin'), text)
    expect((await check(unset)).join()).toContain('RunAsNode is on')
  })

  it('has the same bytes when it is made again, elsewhere and with other rights', async () => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'paydesk package again-'))
    const before = process.umask(0o077)
    try {
      const again = await pack({ top, out: elsewhere })
      const { version, target } = packed
      const made = { top, version, arch: target.arch, sourceDate, effort: 0 }
      const [first, second] = [
        makeDeb({ ...made, folder: packed.folder, out }),
        makeDeb({ ...made, folder: again.folder, out: elsewhere }),
      ].map((file) => createHash('sha256').update(readFileSync(file)).digest('hex'))
      expect(second).toBe(first)
      expect(makeSbom({ top, ...again, sourceDate })).toBe(sbom)
      const rpms = [
        makeRpm({ ...made, folder: packed.folder, out }),
        makeRpm({ ...made, folder: again.folder, out: elsewhere }),
      ].filter((rpm) => rpm !== undefined)
      // Where rpmbuild is not installed none is made, and npm run package says so.
      expect(rpms).toHaveLength(spawnSync('rpmbuild', ['--version']).status === 0 ? 2 : 0)
      const digests = rpms.map((rpm) =>
        createHash('sha256').update(readFileSync(rpm)).digest('hex'),
      )
      expect(new Set(digests).size).toBe(rpms.length === 0 ? 0 : 1)
      const [rpm] = rpms
      if (rpm === undefined) return
      const held = (folder: string) =>
        checkPackage({ ...whole, packed: { ...packed, folder }, rpm })
      const whole = { top, sbom, deb: undefined }
      expect(await held(packed.folder)).toEqual([])
      const more = copy()
      appendFileSync(join(more.folder, 'LICENSE.electron.txt'), 'x')
      expect((await held(more.folder)).join()).toContain('LICENSE.electron.txt is missing')
    } finally {
      process.umask(before)
      rmSync(elsewhere, { recursive: true, force: true })
    }
  })

  it('starts, out of the deb, through a launcher that hands on nothing hostile', () => {
    const { version, target } = packed
    const made = { top, version, arch: target.arch, sourceDate, effort: 0 }
    const deb = makeDeb({ ...made, folder: packed.folder, out })
    const root = mkdtempSync(join(out, 'opened-'))
    expect(spawnSync('dpkg-deb', ['--raw-extract', deb, root]).status).toBe(0)
    const place = join(root, 'opt/Paydesk')
    const command = [join(place, 'paydesk')]
    const { names, ...recorded } = runLauncher({ command, program: join(place, 'paydesk.bin') })
    expect(recorded).toEqual({ status: 0, core: '0', words: hostileWords })
    expect(names.filter((name) => strippedNames.includes(name))).toEqual([])
    const entry = readFileSync(join(root, 'usr/share/applications/paydesk.desktop'), 'utf8')
    expect(entry).toContain('\nExec=/opt/Paydesk/paydesk %U\n')
  })

  it('is told of when two lists of files differ', () => {
    expect(differing(['a', 'b'], ['b', 'c'])).toEqual(['c does not belong there', 'a is missing'])
  })
})

describe('the list of components', () => {
  const read = () =>
    JSON.parse(sbom) as {
      components: { name: string; purl?: string; properties: object[] }[]
      metadata: { component: { name: string } }
    }

  it('is CycloneDX by the standard’s own schema', () => {
    const schemas = join(top, 'node_modules/@cyclonedx/cyclonedx-library/res/schema')
    const schema = (name: string): object =>
      JSON.parse(readFileSync(join(schemas, `${name}.SNAPSHOT.schema.json`), 'utf8')) as object
    const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true })
    for (const name of ['spdx', 'jsf-0.82'])
      ajv.addSchema(schema(name), `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`)
    const validate = ajv.compile(schema('bom-1.6'))
    validate(JSON.parse(sbom))
    expect(validate.errors ?? []).toEqual([])
    expect(validate({ ...read(), components: [{ type: 'library' }] })).toBe(false)
  })

  it('names what is bundled, with its version, and no tool that is not', () => {
    const names = read().components.map(({ name }) => name)
    for (const name of [
      '@vue/runtime-core',
      'naive-ui',
      'zod',
      'unhomoglyph',
      'yazl',
      'better-sqlite3',
      'keytar',
      'pg',
      'pinia',
    ])
      expect(names).toContain(name)
    for (const name of ['vitest', 'typescript', 'eslint', 'playwright-core', 'electron-builder'])
      expect(names).not.toContain(name)
    expect(new Set(names).size).toBe(names.length)
    for (const { name, purl } of read().components)
      if (name !== 'stand-in-for-electron') expect(purl).toMatch(/^pkg:npm\/.+@\d/)
    expect(read().metadata.component.name).toBe('paydesk')
  })

  it('says that Electron is not in it where a stand-in is', () => {
    const names = read().components.map(({ name }) => name)
    expect(names.includes('stand-in-for-electron')).toBe(packed.isStandIn)
    expect(names.includes('electron')).toBe(!packed.isStandIn)
  })

  it('has every shipped file, and no component without one', () => {
    expect(shippedFiles(packed.folder).length).toBeGreaterThan(100)
    expect(checkSbom(sbom, packed.folder)).toEqual([])
  })

  it('is refused with a component or a file too many or too few', () => {
    const bare = read()
    bare.components.push({ name: 'nothing', properties: [] })
    expect(checkSbom(JSON.stringify(bare), packed.folder)).toEqual(['nothing has no file'])
    const fewer = read()
    fewer.components = fewer.components.filter(({ name }) => name !== 'keytar')
    expect(checkSbom(JSON.stringify(fewer), packed.folder).join()).toContain('no component has')
    const other = copy()
    writeFileSync(join(other.folder, 'more.txt'), '')
    expect(checkSbom(sbom, other.folder).join()).toContain('more.txt')
    rmSync(join(other.folder, 'more.txt'))
    rmSync(join(other.folder, 'resources/verify_audit.py'))
    expect(checkSbom(sbom, other.folder).join()).toMatch(/not there: .*verify_audit\.py/)
  })
})
