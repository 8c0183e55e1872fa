// Electron's binary is a download that is no npm package. It is tried once, for a short time; a
// failure is remembered and never stops anything: the window then opens in the system's Chromium
// (hosts/chromium).
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { localNode, runStep, top } from './step.mjs'

const folder = join(top, 'node_modules', 'electron')
const stampFile = join(top, 'node_modules', '.paydesk', 'electron.json')
const limitMs = 20_000

/** The path of Electron's binary, or undefined when it was never downloaded. */
export const electronBinary = () => {
  const pathFile = join(folder, 'path.txt')
  if (!existsSync(pathFile)) return undefined
  const binary = join(folder, 'dist', readFileSync(pathFile, 'utf8'))
  return existsSync(binary) ? binary : undefined
}

const version = () => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version

const triedVersion = () =>
  existsSync(stampFile) ? JSON.parse(readFileSync(stampFile, 'utf8')).version : undefined

/**
 * Tries the download unless it is there or was tried before for this version. `isForced` tries
 * again, without haste.
 */
export async function fetchElectron({ say, isForced }) {
  if (electronBinary() !== undefined) return
  if (!isForced && triedVersion() === version()) return
  say(`Looking for Electron ${version()} (at most ${isForced ? 600 : limitMs / 1000} s).`)
  const exit = await runStep(localNode, [join(folder, 'install.js')], {
    timeoutMs: isForced ? 600_000 : limitMs,
    isQuiet: true,
  })
  mkdirSync(dirname(stampFile), { recursive: true })
  writeFileSync(stampFile, JSON.stringify({ version: version(), isFound: exit === 0 }))
  say(
    exit === 0
      ? 'Electron is in place.'
      : 'Electron could not be downloaded; Chromium shows the window instead. To try again: node scripts/setup.mjs --electron',
  )
}
