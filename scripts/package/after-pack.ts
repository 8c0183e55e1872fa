// What happens to a packed folder before it becomes an installer: the fuses are set and read back,
// on Linux a launcher takes the program's name, and the digests of the archive and of what lies
// beside it are written down.
import { chmodSync, copyFileSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { getRawHeader } from '@electron/asar'
import type { AfterPackContext } from 'electron-builder'
import { archiveName, digestName, listUnder, sha256 } from '../../src/main/packaged/archive.ts'
import { top } from '../setup/step.mjs'
import { differingFuses, setFuses } from './fuses.ts'
import { linuxProgram } from './ships.ts'

/** `resources` is the folder that holds the archive. Nothing is added to it from here on. */
export function writeDigests(resources: string): void {
  const { headerString } = getRawHeader(join(resources, archiveName))
  const listed = listUnder(resources).sort((a, b) => (a.path < b.path ? -1 : 1))
  const pathsOf = (wanted: string): string[] =>
    listed.filter(({ kind }) => kind === wanted).map(({ path }) => path)
  const links = pathsOf('other')
  if (links.length > 0) throw new Error(`Not packed: ${links.join(', ')} is no file.`)
  const files = Object.fromEntries(
    pathsOf('file')
      .filter((path) => path !== archiveName && path !== digestName)
      .map((path) => [path, sha256(readFileSync(join(resources, path)))]),
  )
  const digests = { archive: sha256(headerString), files, folders: pathsOf('folder') }
  writeFileSync(join(resources, digestName), `${JSON.stringify(digests, null, 2)}\n`)
}

/** Every way to the program, of a desktop, a shell or an AppImage, leads through the launcher. */
function placeLauncher(folder: string): void {
  const launcher = join(folder, programNames.linux)
  renameSync(launcher, join(folder, linuxProgram))
  copyFileSync(join(top, 'packaging/linux/launch.sh'), launcher)
  chmodSync(launcher, 0o755)
}

/** Electron's program in a packed folder; on macOS its bundle, which the fuse tool takes. */
const programNames = { linux: 'paydesk', win32: 'Paydesk.exe', darwin: 'Paydesk.app' } as const

export async function afterPack(context: AfterPackContext): Promise<void> {
  const platform = context.electronPlatformName as keyof typeof programNames
  const program = join(context.appOutDir, programNames[platform])
  await setFuses(program)
  const differing = await differingFuses(program)
  if (differing.length > 0) throw new Error(`Not packed: ${differing.join('; ')}.`)
  if (platform === 'linux') placeLauncher(context.appOutDir)
  writeDigests(context.packager.getResourcesDir(context.appOutDir))
}
