// Builds out/app when a source has changed since the last build, or always with --force. Callers:
// npm run build, start, test.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { localNode, runStep, top } from './setup/step.mjs'

const stampFile = join(top, 'out/app/built-from')

/** One digest over every file a build reads. */
function digestSources() {
  const hash = createHash('sha256')
  const files = readdirSync(join(top, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
  for (const name of [
    'package.json',
    'package-lock.json',
    'electron.vite.config.ts',
    'resources/mark.svg',
  ])
    files.push(join(top, name))
  for (const file of files)
    hash.update(file.slice(top.length)).update('\0').update(readFileSync(file))
  return hash.digest('hex')
}

/** Resolves to the exit code of the build; 0 at once when the last build still fits. */
export async function build({ isForced, say }) {
  const digest = digestSources()
  if (!isForced && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === digest) return 0
  say('Building Paydesk.')
  rmSync(stampFile, { force: true })
  let message = ''
  const exit = await runStep(
    localNode,
    [join(top, 'node_modules/electron-vite/bin/electron-vite.js'), 'build', '--logLevel', 'warn'],
    { timeoutMs: 10 * 60_000, onText: (text) => (message += text) },
  )
  if (exit !== 0 || /warn|error/i.test(message)) process.stderr.write(message)
  if (exit !== 0) return exit
  mkdirSync(join(top, 'out/app'), { recursive: true })
  writeFileSync(stampFile, digest)
  return 0
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  process.exitCode = await build({
    isForced: process.argv.includes('--force'),
    say: (message) => process.stdout.write(`${message}\n`),
  })
