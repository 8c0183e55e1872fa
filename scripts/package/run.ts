// Makes the package of this system: npm run package [-- --check [--kills N]] [-- --installers].
// Without Electron's binary a stand-in takes its place, and one line says so.
import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { build } from '../build.mjs'
import { localNode, top } from '../setup/step.mjs'
import { checkPackage } from './check.ts'
import { makeDeb } from './deb.ts'
import { pack, sourceDate } from './pack.ts'
import { makeRpm } from './rpm.ts'
import { makeSbom, shippedFiles } from './sbom.ts'
import { filesInArchive, targetName, targets } from './ships.ts'

const say = (line: string): void => void process.stdout.write(`${line}\n`)

const { values } = parseArgs({
  options: {
    check: { type: 'boolean', default: false },
    kills: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    /** Every installer of this system as well, which electron-builder makes. */
    installers: { type: 'boolean', default: false },
  },
})

const out = join(top, 'out/package')
const installersOf = { linux: ['AppImage'], darwin: ['dmg'], win32: ['nsis', 'msi'] }

/** What each target holds inside its archive; of this system also what lies beside it. */
function writeLists(folder: string): void {
  const lists = join(out, 'files')
  rmSync(lists, { recursive: true, force: true })
  mkdirSync(lists, { recursive: true })
  const write = (name: string, files: string[]): void =>
    writeFileSync(join(lists, `${name}.txt`), `${files.join('\n')}\n`)
  for (const target of targets) write(targetName(target), filesInArchive(top, target))
  write(
    'packed',
    shippedFiles(folder).map(({ path }) => path),
  )
}

/** For who releases: what was looked at in a package, and what only in the configuration. */
function ranHere(made: {
  deb: string | undefined
  rpm: string | undefined
  installers: readonly string[]
}): string[] {
  const { deb, rpm, installers } = made
  const packages = [
    ...(deb === undefined ? [] : ['deb']),
    ...(rpm === undefined ? [] : ['rpm']),
    ...installers,
  ]
  const others = ['deb', 'rpm', 'AppImage', 'nsis', 'msi', 'dmg'].filter(
    (one) => !packages.includes(one),
  )
  const opened = ['deb', 'rpm'].filter((one) => packages.includes(one))
  return [
    `Read from the configuration, for ${targets.map(targetName).join(', ')}: which files ship; each ships for a reason.`,
    'Packed here and opened: the archive, its digests, the fuses, and a component for each file.',
    `Made here, unpacked again and compared file by file: ${opened.join(', ') || 'no package'}.`,
    `Made here and not opened: ${installers.join(', ') || 'none'}.`,
    `NOT made here, so not looked at: ${others.join(', ') || 'none'}.`,
  ]
}

async function make(): Promise<number> {
  const exit = await build({ isForced: false, say })
  if (exit !== 0) return exit
  mkdirSync(out, { recursive: true })
  const platform = process.platform as keyof typeof installersOf
  const installers = values.installers ? installersOf[platform] : []
  const packed = await pack({ top, out, installers })
  const { folder, version, isStandIn, target } = packed
  if (isStandIn)
    say(
      'Electron’s binary is not here: a stand-in that runs on Node and Chromium is packed instead.',
    )
  const date = sourceDate(top)
  const sbom = makeSbom({ top, folder, version, isStandIn, sourceDate: date })
  const sbomFile = join(out, `paydesk_${version}_${targetName(target)}.cdx.json`)
  writeFileSync(sbomFile, sbom)
  writeLists(folder)
  say(sbomFile)
  let deb: string | undefined
  let rpm: string | undefined
  if (target.platform === 'linux') {
    deb = makeDeb({ top, folder, version, arch: target.arch, out, sourceDate: date })
    say(deb)
    rpm = makeRpm({ top, folder, version, arch: target.arch, out, sourceDate: date })
    say(rpm ?? 'rpm: not made, because rpmbuild is not installed here.')
  }
  if (!values.check) return 0
  const faults = await checkPackage({ top, packed, sbom, deb, rpm })
  for (const fault of faults) say(`NOT AS IT HAS TO BE: ${fault}`)
  if (faults.length > 0) return 1
  for (const line of ranHere({ deb, rpm, installers })) say(line)
  if (deb === undefined) return 0
  // Installed, started, upgraded, removed and installed again, with the ledger looked at each time.
  const campaign = join(top, 'test/campaigns/install.ts')
  const args = [campaign, '--deb', deb, '--kills', values.kills, '--seed', values.seed]
  return spawnSync(localNode, args, { stdio: 'inherit' }).status ?? 1
}

process.exitCode = await make()
