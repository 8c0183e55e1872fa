// Looks at a package: nothing but what has to ship, in each target; every file with a component;
// the fuses; the digests that the program compares at its start; and the same files in the deb.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findDamage, unpackedName } from '../../src/main/packaged/archive.ts'
import { differingFuses } from './fuses.ts'
import type { Packed } from './pack.ts'
import { filesOfRpm } from './rpm.ts'
import { checkSbom, filesOfArchive, shippedFiles } from './sbom.ts'
import {
  filesInArchive,
  linuxProgram,
  nativePackages,
  targetName,
  targets,
  whyNotShipped,
} from './ships.ts'

const isBeside = (path: string): boolean =>
  Object.keys(nativePackages).some((name) => path.startsWith(`node_modules/${name}/`))

/** What differs between two lists of files. */
export function differing(wanted: readonly string[], found: readonly string[]): string[] {
  return [
    ...found
      .filter((path) => !wanted.includes(path))
      .map((path) => `${path} does not belong there`),
    ...wanted.filter((path) => !found.includes(path)).map((path) => `${path} is missing`),
  ]
}

/** Files that no target may hold, by the description that each is packed from. */
export const wronglyShipped = (files: readonly string[]): string[] =>
  files.flatMap((path) => {
    const why = whyNotShipped(path)
    return why === null ? [] : [`${path} is ${why}`]
  })

export async function checkPackage(options: {
  top: string
  packed: Packed
  sbom: string
  deb: string | undefined
  rpm: string | undefined
}): Promise<string[]> {
  const { top, packed, sbom, deb, rpm } = options
  const { folder, target } = packed
  const resources = join(folder, 'resources')
  const wanted = filesInArchive(top, target)
  const program = join(folder, target.platform === 'win32' ? 'Paydesk.exe' : linuxProgram)
  const unpacked = shippedFiles(folder)
    .map(({ path }) => path)
    .filter((path) => path.startsWith(`resources/${unpackedName}/`))
    .map((path) => path.replace(`resources/${unpackedName}/`, ''))
  const damage = findDamage(resources)
  return [
    ...targets.flatMap((one) =>
      wronglyShipped(filesInArchive(top, one)).map((fault) => `${targetName(one)}: ${fault}`),
    ),
    ...differing(
      wanted.filter((path) => !isBeside(path)),
      filesOfArchive(join(resources, 'app.asar')),
    ),
    ...differing(wanted.filter(isBeside), unpacked),
    ...checkSbom(sbom, folder),
    ...(await differingFuses(program)),
    ...(damage === null ? [] : [`${damage} is not as it was packed`]),
    ...(deb === undefined ? [] : checkDeb(deb, folder)),
    ...(rpm === undefined ? [] : differing(digestsBelow(folder), filesOfRpm(rpm))),
  ]
}

const digestsBelow = (folder: string): string[] =>
  shippedFiles(folder).map(({ path, sha256 }) => `${sha256} ${path}`)

/** The package holds the packed folder and nothing else that runs. */
function checkDeb(deb: string, folder: string): string[] {
  const place = mkdtempSync(join(tmpdir(), 'paydesk-deb-'))
  try {
    execFileSync('dpkg-deb', ['--raw-extract', deb, place])
    return differing(digestsBelow(folder), digestsBelow(join(place, 'opt/Paydesk')))
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}
