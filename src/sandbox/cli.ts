// The sandbox as a program: node src/sandbox/cli.ts [--port N] [--db FILE] [--seed N]
// [--processing-ms N] [--host NAME] [--json]. Runs until SIGTERM or SIGINT.
import { parseArgs } from 'node:util'
import { hostNames, isHostName } from './hosts/profiles.ts'
import { type Sandbox, startSandbox } from './start.ts'

const usage =
  'node src/sandbox/cli.ts [--port N] [--db FILE] [--seed N] [--seed-days N] [--processing-ms N] [--host NAME] [--json]'

function readOptions() {
  const { values } = parseArgs({
    options: {
      port: { type: 'string' },
      db: { type: 'string' },
      seed: { type: 'string' },
      'seed-days': { type: 'string' },
      'processing-ms': { type: 'string' },
      host: { type: 'string' },
      json: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  })
  const whole = (name: 'port' | 'seed' | 'seed-days' | 'processing-ms'): number | undefined => {
    const text = values[name]
    if (text === undefined) return undefined
    if (!/^\d{1,9}$/.test(text)) throw new Error(`--${name} must be a whole number, not "${text}"`)
    return Number(text)
  }
  const host = values.host
  if (host !== undefined && !isHostName(host))
    throw new Error(`--host must be one of ${hostNames.join(', ')}, not "${host}"`)
  return { values, whole, host }
}

function friendly(sandbox: Sandbox): string {
  const { identity } = sandbox
  return [
    'Sandbox of the payment gateway',
    '',
    `  base URL       ${sandbox.baseUrl}`,
    `  endpoint id    ${identity.endpointId}   (group ${identity.groupId})`,
    `  login          ${identity.login}`,
    `  control key    ${identity.merchantControlKey}`,
    `  console        ${sandbox.console}`,
    '',
    'Orders to practise on:',
    ...sandbox
      .trainingOrders()
      .map((order) => `  ${order.orderid}  ${order.clientOrderid}  ${order.about}`),
    '',
    'Stop it with Ctrl+C.',
  ].join('\n')
}

async function main(): Promise<void> {
  // Its books hold keys.
  process.umask(0o077)
  const { values, whole, host } = readOptions()
  if (values.help === true) return void process.stdout.write(`${usage}\n`)
  const optional = <Name extends string>(
    name: Name,
    value: number | undefined,
  ): Partial<Record<Name, number>> =>
    value === undefined ? {} : ({ [name]: value } as Record<Name, number>)
  const sandbox = await startSandbox({
    ...optional('port', whole('port')),
    ...optional('seed', whole('seed')),
    ...optional('seedDays', whole('seed-days')),
    ...optional('processingMs', whole('processing-ms')),
    ...(host === undefined ? {} : { host }),
    db: values.db ?? ':memory:',
  })
  const stop = (): void => void sandbox.close()
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  const { baseUrl, identity, console } = sandbox
  const text =
    values.json === true ? JSON.stringify({ baseUrl, ...identity, console }) : friendly(sandbox)
  process.stdout.write(`${text}\n`)
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${usage}\n`)
  process.exitCode = 1
})
