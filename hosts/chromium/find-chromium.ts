// Where the system's Chromium is. PAYDESK_CHROMIUM names another one.
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/**
 * Chromium without its own windows, as close to what Electron brings as there is, with far less
 * memory. Debian's command for it is a script that would outlive it, so the program itself.
 */
const headlessShell = '/usr/lib/chromium/chromium-headless-shell'

/**
 * `isWhole`: with windows of its own, and its log of network use. Throws with what to install when
 * there is none.
 */
export function findChromium(
  { isWhole }: { isWhole: boolean },
  env: NodeJS.ProcessEnv = process.env,
): string {
  const named = env['PAYDESK_CHROMIUM']
  if (named !== undefined && named !== '') return named
  if (!isWhole && existsSync(headlessShell)) return headlessShell
  const folders = [...(env['PATH'] ?? '').split(delimiter), '/usr/bin', '/snap/bin']
  for (const name of names)
    for (const folder of folders)
      if (folder !== '' && existsSync(join(folder, name))) return join(folder, name)
  throw new Error('No Chromium on this machine. On Debian: apt-get install chromium')
}
