// Packs Paydesk into the folder that an installer unpacks, with electron-builder and the one
// configuration of all targets. Electron's own binary is used where it is; else a stand-in takes
// its place, and whoever asked is told.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Arch, build, DIR_TARGET, Platform } from 'electron-builder'
import configuration from '../../electron-builder.config.ts'
import { electronBinary } from '../setup/electron.mjs'
import { stageApp } from './stage.ts'
import { makeStandIn } from './stand-in.ts'
import { type Target, thisTarget } from './ships.ts'

export interface Packed {
  /** The folder an installer unpacks. */
  folder: string
  /** The version of what is packed. */
  version: string
  isStandIn: boolean
  target: Target
}

const versionIn = (file: string): string =>
  (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version

const platforms = { linux: Platform.LINUX, darwin: Platform.MAC, win32: Platform.WINDOWS }

/** The time that all files of a package bear, in seconds: that of the last commit. */
export function sourceDate(top: string): number {
  const given = process.env['SOURCE_DATE_EPOCH']
  const text =
    given ?? execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: top, encoding: 'utf8' })
  return Number(text.trim())
}

/**
 * `installers`: names of targets to be made as well; without them only the folder. `version`: packs
 * as another one (to try an upgrade). `out` is emptied.
 */
export async function pack(options: {
  top: string
  out: string
  installers?: string[]
  version?: string
}): Promise<Packed> {
  const { top, out, installers = [] } = options
  const target = thisTarget()
  const electron = join(top, 'node_modules/electron')
  const isStandIn = electronBinary() === undefined
  if (isStandIn && target.platform !== 'linux')
    throw new Error('Electron’s binary is not here, and its stand-in is for Linux only.')
  const electronDist = isStandIn ? join(out, 'electron') : join(electron, 'dist')
  rmSync(join(out, 'dist'), { recursive: true, force: true })
  stageApp(top, target, join(out, 'app'))
  const electronVersion = versionIn(join(electron, 'package.json'))
  if (isStandIn) makeStandIn(electronDist, electronVersion)
  const version = options.version ?? versionIn(join(top, 'package.json'))
  process.env['SOURCE_DATE_EPOCH'] ??= String(sourceDate(top))
  await build({
    projectDir: top,
    publish: 'never',
    targets: platforms[target.platform].createTarget(
      installers.length === 0 ? DIR_TARGET : installers,
      Arch[target.arch],
    ),
    config: {
      // A copy: the packer writes into what it is handed.
      ...structuredClone({ ...configuration, afterPack: null }),
      afterPack: configuration.afterPack ?? null,
      electronVersion,
      electronDist,
      directories: {
        ...configuration.directories,
        app: join(out, 'app'),
        output: join(out, 'dist'),
      },
      extraMetadata: { ...(configuration.extraMetadata as object), version },
    },
  })
  const suffix = target.arch === 'x64' ? '' : `-${target.arch}`
  const names = {
    linux: `linux${suffix}-unpacked`,
    win32: `win${suffix}-unpacked`,
    darwin: `mac${suffix}`,
  }
  const folder = join(out, 'dist', names[target.platform])
  if (!existsSync(folder)) throw new Error(`electron-builder left no ${folder}.`)
  return { folder, version, isStandIn, target }
}
