// Makes a fresh clone runnable: Debian packages, npm packages, Node 24, Electron's binary where it
// can be had. Plain JavaScript without dependencies, because Node 20 runs it before anything is
// installed. It waits for an answer only at a terminal, before it installs Debian packages, and
// never runs twice what is already there.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { missingPackages, installPackages } from './setup/debian.mjs'
import { fetchElectron } from './setup/electron.mjs'
import { runtimeFault } from './setup/runtime.mjs'
import { localNode, nodeHeaders, runStep, top, withoutLocalBin } from './setup/step.mjs'

const say = (message) => process.stdout.write(`${message}\n`)
const stop = (message) => {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

const modules = join(top, 'node_modules')
const stampFile = join(modules, '.paydesk', 'setup.json')
const lock = readFileSync(join(top, 'package-lock.json'))
const wanted = createHash('sha256').update(lock).digest('hex')

const isStamped = () => {
  if (!existsSync(stampFile) || !existsSync(localNode)) return false
  return JSON.parse(readFileSync(stampFile, 'utf8')).lock === wanted
}

async function installNpmPackages() {
  say('Installing npm packages (npm ci), one or two minutes the first time.')
  const env = withoutLocalBin(process.env)
  const headers = nodeHeaders()
  // keytar is compiled here: headers next to Node save a download, and asking for a build saves the
  // search for a binary.
  if (headers !== undefined) env.npm_config_nodedir = headers
  env.npm_config_build_from_source = 'keytar'
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error']
  const timeoutMs = 15 * 60_000
  // .npmrc lets no package run a script; these two are run by name.
  const rebuild = ['rebuild', '--ignore-scripts=false', '--foreground-scripts=false', ...quiet]
  for (const args of [
    ['ci', ...quiet],
    [...rebuild, 'node', 'keytar'],
  ])
    if ((await runStep('npm', args, { env, timeoutMs })) !== 0)
      stop(
        `npm ${args[0]} did not finish. Its output is above. If it names keytar, install make, g++ and libsecret-1-dev.`,
      )
}

async function checkNode() {
  const why = runtimeFault(modules, process.platform, process.arch)
  if (why !== null) stop(why)
  let version = ''
  await runStep(localNode, ['--version'], {
    timeoutMs: 20_000,
    onText: (text) => (version += text),
  })
  if (!version.startsWith('v24.'))
    stop(
      `node_modules/.bin/node should be Node 24 but answers "${version.trim()}". ` +
        'Remove node_modules and run this again.',
    )
  return version.trim()
}

const missing = missingPackages()
// For the tests: says whether there is anything to do, and does nothing.
if (process.argv.includes('--check')) {
  if (missing.length > 0) say(`Debian packages are missing: ${missing.join(', ')}`)
  if (!isStamped()) say('The npm packages are not those of package-lock.json.')
  process.exit(missing.length > 0 || !isStamped() ? 1 : 0)
}
if (missing.length > 0 && !(await installPackages(missing, say))) process.exit(1)
if (!isStamped()) {
  await installNpmPackages()
  const version = await checkNode()
  mkdirSync(join(modules, '.paydesk'), { recursive: true })
  writeFileSync(stampFile, JSON.stringify({ lock: wanted, node: version }))
  say(`Node ${version} and the npm packages are in place.`)
}
if (process.argv.includes('--electron')) await fetchElectron({ say, isForced: true })
else await fetchElectron({ say, isForced: false })
