// Which proxy a request goes through: the connection's setting, else the system's HTTPS_PROXY and
// NO_PROXY. Pure. Loopback addresses and plain http never go through a proxy that the environment
// names.
import { say } from '#shared/message.ts'
import { fail, inputFault, ok, type Result } from '#shared/fault.ts'
import { addressOf, isLoopbackAddress } from './wire-request.ts'

export interface Proxy {
  host: string
  port: number
  /** Value of Proxy-Authorization. A secret of the environment: never shown, logged or kept. */
  authorization?: string
}

export type Environment = Readonly<Record<string, string | undefined>>

/**
 * Null: connect directly. Faults: input, when the setting or the environment names no usable proxy.
 */
export function proxyFor(
  url: string,
  setting: string | undefined,
  environment: Environment,
): Result<Proxy | null> {
  const address = addressOf(url)
  if ('refusal' in address || !address.isSecure || setting === 'none') return ok(null)
  if (setting !== undefined)
    return read(setting, 'settings.proxyUrl', say('gateway.the-proxy-of-this-connection'))
  const named = valueOf(environment, 'HTTPS_PROXY')
  const isHere = address.host === 'localhost' || isLoopbackAddress(address.host)
  if (named === '' || isHere || isExempt(address.host, address.port, environment)) return ok(null)
  return read(named, 'settings.proxyUrl', say('gateway.this-computers-https-proxy'))
}

const valueOf = (environment: Environment, name: string): string =>
  // Lower case first, as other programs on Linux do.
  (environment[name.toLowerCase()] ?? environment[name] ?? '').trim()

function read(text: string, field: string, whose: string): Result<Proxy> {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || url.protocol !== 'http:' || url.hostname === '' || !hasCredentials(url))
    return fail(inputFault(field, say('gateway.whose-cant-be-used', { whose })))
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const port = url.port === '' ? 80 : Number(url.port)
  if (url.username === '' && url.password === '') return ok({ host, port })
  const pair = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`
  return ok({ host, port, authorization: `Basic ${Buffer.from(pair, 'utf8').toString('base64')}` })
}

/** Credentials that can be decoded; none are fine too. */
function hasCredentials({ username, password }: URL): boolean {
  return [username, password].every((part) => !/%(?![0-9a-f]{2})/i.test(part) && canDecode(part))
}

function canDecode(text: string): boolean {
  try {
    return decodeURIComponent(text).length >= 0
  } catch {
    return false
  }
}

/** NO_PROXY: a list of hosts, each with its subdomains, perhaps with a port; `*` for all. */
function isExempt(host: string, port: number, environment: Environment): boolean {
  const name = host.toLowerCase().replace(/\.$/, '')
  return valueOf(environment, 'NO_PROXY')
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => {
      if (entry === '*') return true
      const match = /^(?:\*?\.)?(\[[^\]]*\]|[^:]+)(?::(\d+))?$/.exec(entry)
      // An IPv6 address without brackets.
      if (match === null) return entry === name
      const wanted = match[1]!.replace(/^\[|\]$/g, '')
      const fits = name === wanted || name.endsWith(`.${wanted}`)
      return fits && (match[2] === undefined || Number(match[2]) === port)
    })
}
