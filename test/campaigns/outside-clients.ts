// Shows the sandbox to clients nobody here wrote: python3-oauthlib for every OAuth operation, curl
// and sha1sum for every control operation. One line an operation, a JSON summary last; exit 1 when
// one is refused, missing or accepted with a wrong signature.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { rowOf } from '../../src/shared/gateway/operations/index.ts'
import { playedIds } from '../sandbox/played-ids.ts'

const LIMIT_MS = 60_000
const top = new URL('../..', import.meta.url).pathname

interface Place {
  baseUrl: string
  endpointId: string
  login: string
  merchantControlKey: string
}
interface Row {
  client: string
  operation: string
  scheme: string
  http: string
  type: string
  wrong: string
}

const startedAt = performance.now()
const sandbox = spawn(
  process.execPath,
  ['src/sandbox/cli.ts', '--port', '0', '--json', '--processing-ms', '0', '--seed-days', '0'],
  { cwd: top, stdio: ['ignore', 'pipe', 'inherit'] },
)
const failures: string[] = []
const rows: Row[] = []

function run(client: string, command: string, args: string[], env: object, input: string) {
  const child = spawn(command, args, {
    cwd: top,
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
    timeout: LIMIT_MS,
  })
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  createInterface(child.stdout).on('line', (line) => {
    const [operation = '', scheme = '', http = '', type = '', wrong = ''] = line.split('\t')
    checkAnswer({ client, operation, scheme, http, type, wrong })
  })
  return new Promise<void>((settle) => {
    child.once('error', (error) => failures.push(`${client}: ${error.message}`))
    child.once('close', (code) => {
      if (code !== 0) failures.push(`${client} ended with ${code ?? 'a signal'}`)
      settle()
    })
  })
}

/** A right signature is taken, and a wrong one is refused as its scheme says. */
function checkAnswer(row: Row): void {
  const { client, operation, scheme, http, type, wrong } = row
  const isGood =
    http === '200' && /-response$/.test(type) && wrong === (scheme === 'control' ? '400' : '403')
  rows.push(row)
  if (!isGood) failures.push(`${operation} ${scheme}`)
  console.log(
    `${isGood ? 'ok    ' : 'FAILED'} ${client.padEnd(15)} ${operation.padEnd(26)} ${scheme.padEnd(10)} HTTP ${http} ${type}; wrong signature HTTP ${wrong}`,
  )
}

/** Every operation that the sandbox plays, in each way it can be signed. */
function wanted(): string[] {
  return playedIds.flatMap((id) => {
    const { auth } = rowOf(id)
    const ways = auth.scheme === 'configurable' ? auth.choices : [auth]
    return ways.map(({ scheme }) => `${id} ${scheme}`)
  })
}

const [line] = (await Promise.race([
  once(createInterface(sandbox.stdout), 'line'),
  once(sandbox, 'exit').then(() => ['']),
])) as [string]
if (line === '') failures.push('the sandbox did not start')
else {
  const place = JSON.parse(line) as Place
  const env = {
    BASE: place.baseUrl,
    ENDPOINT: place.endpointId,
    LOGIN: place.login,
    CONTROL_KEY: place.merchantControlKey,
  }
  await run('curl+sha1sum', '/bin/sh', ['test/campaigns/outside/control.sh'], env, '')
  await run(
    'python3-oauthlib',
    '/usr/bin/python3',
    ['test/campaigns/outside/oauth.py'],
    {},
    `${line}\n`,
  )
}
const seen = new Set(rows.map(({ operation, scheme }) => `${operation} ${scheme}`))
for (const one of wanted()) if (!seen.has(one)) failures.push(`${one} was not tried`)
if (sandbox.exitCode === null) {
  sandbox.kill('SIGTERM')
  await once(sandbox, 'exit')
}
const of = (scheme: string): number => rows.filter((row) => row.scheme === scheme).length
console.log(
  JSON.stringify({
    operations: new Set(rows.map(({ operation }) => operation)).size,
    requests: rows.length * 2,
    control: of('control'),
    hmac: of('hmac-sha1'),
    rsa: of('rsa-sha256'),
    failures,
    tookMs: Math.round(performance.now() - startedAt),
  }),
)
process.exitCode = failures.length === 0 ? 0 : 1
