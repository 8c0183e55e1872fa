// What ships, as data: the one description that every target is packed from, and the rules that a
// list of shipped files is held against. What is not named here does not ship.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Target {
  platform: 'linux' | 'darwin' | 'win32'
  arch: 'x64' | 'arm64'
}

export const targets: readonly Target[] = [
  { platform: 'linux', arch: 'x64' },
  { platform: 'linux', arch: 'arm64' },
  { platform: 'darwin', arch: 'x64' },
  { platform: 'darwin', arch: 'arm64' },
  { platform: 'win32', arch: 'x64' },
]

export const targetName = ({ platform, arch }: Target): string => `${platform}-${arch}`

export const thisTarget = (): Target => {
  const found = targets.find(
    ({ platform, arch }) => platform === process.platform && arch === process.arch,
  )
  if (found === undefined)
    throw new Error(`There is no package for ${process.platform}-${process.arch}.`)
  return found
}

/**
 * The packages that are no part of a bundle, because they hold native code, and what of each is
 * needed at run time. `{target}` stands for the system and processor.
 */
export const nativePackages: Readonly<Record<string, readonly string[]>> = {
  'better-sqlite3': ['package.json', 'LICENSE', 'lib/**/*.js', 'prebuilds/{target}.node'],
  keytar: ['package.json', 'LICENSE.md', 'lib/keytar.js', 'build/Release/keytar.node'],
}

/** On Linux a launcher has the program's name, and the program itself this one beside it. */
export const linuxProgram = 'paydesk.bin'

/** Beside the archive: an auditor copies the verifiers from there. */
export const besideArchive = [
  'verify-approval.mjs',
  'verify-audit.mjs',
  'verify_approval.py',
  'verify_audit.py',
] as const

/** Files inside the archive, in byte order; `top` is a built checkout. */
export function filesInArchive(top: string, target: Target): string[] {
  const built = globSync('out/app/{main,preload,renderer}/**', {
    cwd: top,
    withFileTypes: true,
  })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(top.length + 1))
  const native = Object.entries(nativePackages).flatMap(([name, patterns]) =>
    patterns.flatMap((pattern) => {
      const path = `node_modules/${name}/${pattern.replace('{target}', targetName(target))}`
      const found = globSync(path, { cwd: top })
      if (found.length === 0) throw new Error(`${path} is missing: run npm install again.`)
      return found
    }),
  )
  return [...built, ...native, 'package.json'].map((path) => path.replaceAll('\\', '/')).sort()
}

/** The package.json that ships: what Electron reads, and the two packages that lie beside it. */
export function shippedManifest(top: string): string {
  const all = JSON.parse(readFileSync(join(top, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  } & Record<'name' | 'version' | 'description' | 'license', string>
  const { name, version, description, license } = all
  const dependencies = Object.fromEntries(
    Object.keys(nativePackages).map((one) => [one, all.dependencies[one]]),
  )
  const main = 'out/app/main/packaged.js'
  return `${JSON.stringify({ name, version, description, license, type: 'module', main, dependencies }, null, 2)}\n`
}

const native = Object.keys(nativePackages).join('|')

/** What may be in an archive at all; each with the folder or file it is about. */
const allowed: readonly RegExp[] = [
  /^package\.json$/,
  /^out\/app\/main\/(\w[\w-]*|chunks\/[\w-]+)\.js$/,
  /^out\/app\/main\/print-fonts\.css$/,
  /^out\/app\/preload\/index\.cjs$/,
  /^out\/app\/renderer\/(index\.html|assets\/[\w.-]+\.(js|css|svg|woff2))$/,
  new RegExp(`^node_modules/(${native})/`),
]

/** What ships in no place, whatever allows it, with why. */
const refused: readonly { pattern: RegExp; because: string }[] = [
  { pattern: /\.map$/, because: 'a source map' },
  { pattern: /\.(ts|tsx|vue|mts|cts|c|cc|cpp|h|hpp|gyp|gypi|o|d)$/, because: 'a source' },
  { pattern: /(^|\/)(test|tests|__tests__|spec|bench|fixtures)\//, because: 'a test' },
  { pattern: /\.(test|spec)\.[cm]?js$/, because: 'a test' },
  { pattern: /(^|\/)\.[^/]/, because: 'a hidden file' },
  { pattern: /\.(sqlite|sqlite-wal|sqlite-shm|db|log|pem|key)$/, because: 'somebody’s records' },
]

/** Why a file must not be in an archive, or null. */
export function whyNotShipped(path: string): string | null {
  const found = refused.find(({ pattern }) => pattern.test(path))
  if (found !== undefined) return found.because
  if (allowed.some((pattern) => pattern.test(path))) return null
  return path.startsWith('node_modules/')
    ? 'a package that is not needed at run time'
    : 'nothing that ships'
}
