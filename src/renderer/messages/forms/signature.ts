// Splits a digested text for reading: a concatenation into its named parts, a base string into its
// three. The parser only reads what main says; where the parts don't add up, it shows nothing
// rather than something wrong.
import { t } from '../message.ts'
import type { ConnectionDetails, SignatureExplanation } from '#shared/bridge/connections.ts'
import type { ControlAuth, FixedAuth } from '#shared/gateway/operations/parts/operation.ts'
import { authOf } from '#shared/gateway/auth-of.ts'
import { isOperationId, type OperationId, rowOf } from '#shared/gateway/operations/index.ts'
import { parseAmount } from '#shared/money.ts'

export interface Segment {
  name: string
  text: string
  kind: 'field' | 'connection' | 'key'
}

const keyPlaceholder = '<MERCHANT_CONTROL_KEY>'
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')

function controlOf(operation: string): ControlAuth | null {
  if (!isOperationId(operation)) return null
  const { auth } = rowOf(operation)
  const ways: readonly FixedAuth[] = auth.scheme === 'configurable' ? auth.choices : [auth]
  return ways.find((way) => way.scheme === 'control') ?? null
}

interface Slot {
  name: string
  kind: Segment['kind']
  pattern: string
}

function slotOf(part: string, values: ReadonlyMap<string, string>): Slot {
  if (part.startsWith('#')) return { name: 'key', kind: 'key', pattern: escaped(keyPlaceholder) }
  const [name = '', form = ''] = part.replace(/[@?]/g, '').split(':')
  const kind = part.startsWith('@') ? 'connection' : 'field'
  if (name === 'endpointId') return { name, kind, pattern: '(?:group/)?\\d+' }
  const value = values.get(name)
  if (form === 'minor')
    return {
      name: t('gateway.name-in-minor-units', { name }),
      kind,
      pattern: value === undefined ? '' : '\\d+',
    }
  return { name, kind, pattern: escaped(value ?? '') }
}

/**
 * The parts of a control concatenation, in order; null when they can't be told apart. Parts that
 * count as empty have no text.
 */
export function segmentsOf(explained: SignatureExplanation): Segment[] | null {
  const auth = explained.scheme === 'control' ? controlOf(explained.operation) : null
  if (auth === null) return null
  const values = new Map(explained.fields.map((field) => [field.name, field.value]))
  const slots = auth.parts.map((part) => slotOf(part, values))
  const whole = new RegExp(`^${slots.map((slot) => `(${slot.pattern})`).join('')}$`, 's')
  const found = whole.exec(explained.plain)
  if (found === null) return null
  return slots.map(({ name, kind }, at) => ({ name, kind, text: found[at + 1] ?? '' }))
}

/** A part of what will be signed: its name, and its text as far as that is known. */
export interface SignedPart {
  name: string
  kind: Segment['kind']
  text: string
  /** It counts as empty where it is not sent. */
  mayBeEmpty: boolean
}

/**
 * What a request is signed from on a connection, in order, with what was typed so far. Of OAuth the
 * three parts of its base string. The key has no text.
 */
export function signedParts(
  operation: OperationId,
  connection: Pick<ConnectionDetails, 'baseUrl' | 'login' | 'endpointId' | 'settings'>,
  typed: Readonly<Record<string, string>>,
): { scheme: FixedAuth['scheme']; parts: SignedPart[] } {
  const { login, endpointId, settings } = connection
  const row = rowOf(operation)
  const auth = authOf(row, operation, settings)
  if (auth.scheme !== 'control') {
    const known = { kind: 'field', mayBeEmpty: false } as const
    const path = settings.paths[operation] ?? row.path
    const address = [connection.baseUrl, path].map((one) => one.replace(/\/+$/, '')).join('')
    return {
      scheme: auth.scheme,
      parts: [
        { ...known, name: t('gateway.part-method'), text: t('gateway.part-post') },
        {
          ...known,
          kind: 'connection',
          name: t('gateway.part-address'),
          text: `${address}/${endpointId}`,
        },
        { ...known, name: t('gateway.part-parameters'), text: '' },
      ],
    }
  }
  const minorOf = (name: string): string => {
    const money = parseAmount(typed[name] ?? '', typed['currency'] ?? '', settings.digitsRule)
    return money.ok ? String(money.value.minor) : ''
  }
  const parts = auth.parts.map((part): SignedPart => {
    const mayBeEmpty = part.endsWith('?')
    const [name = '', form = ''] = part.replace(/[@#?]/g, '').split(':')
    if (part.startsWith('#')) return { name, kind: 'key', text: '', mayBeEmpty }
    if (part.startsWith('@'))
      return {
        ...{ name, kind: 'connection', mayBeEmpty },
        text: name === 'login' ? login : endpointId.replace(/^group\//, ''),
      }
    return form === 'minor'
      ? {
          ...{ name: t('gateway.name-in-minor-units', { name }), kind: 'field', mayBeEmpty },
          text: minorOf(name),
        }
      : { name, kind: 'field', text: typed[name] ?? '', mayBeEmpty }
  })
  return { scheme: auth.scheme, parts }
}

export interface BaseString {
  method: string
  address: string
  /** Sorted as they are signed; names and values as they stand in the request. */
  parameters: { name: string; value: string }[]
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch (cause) {
    if (cause instanceof URIError) return text
    throw cause
  }
}

/** The three parts of an OAuth base string (RFC 5849, 3.4.1); null when it isn't one. */
export function baseStringOf(explained: SignatureExplanation): BaseString | null {
  if (explained.scheme === 'control') return null
  const [method, address, parameters, ...more] = explained.plain.split('&')
  if (method === undefined || address === undefined || parameters === undefined) return null
  if (more.length > 0) return null
  return {
    method,
    address: decoded(address),
    parameters: decoded(parameters)
      .split('&')
      .map((pair) => {
        const [name = '', ...value] = pair.split('=')
        return { name: decoded(name), value: decoded(value.join('=')) }
      }),
  }
}
