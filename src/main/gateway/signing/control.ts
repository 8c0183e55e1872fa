// Scheme 1 of interface.md "Authentication": the control checksum. Every formula comes from the
// row's `parts`; nothing here knows an operation by name. Pure: the key is an argument and is never
// kept.
import { say } from '#shared/message.ts'
import { hash } from 'node:crypto'
import type { ConnectionSettings } from '#shared/connections/connection.ts'
import { fail, inputFault, ok, type Result } from '#shared/fault.ts'
import type { ControlAuth, Part } from '#shared/gateway/operations/parts/operation.ts'
import type { Money } from '#shared/money.ts'

export type ControlEncoding = ConnectionSettings['controlEncoding']

export interface ControlValues {
  fields: Readonly<Record<string, string>>
  money: Money | null
  login: string
  /** An endpoint id, or `group/<id>`: the bare id enters the formula. */
  endpointId: string
  secret: string
}

export const maskedKey = '<MERCHANT_CONTROL_KEY>'

interface ReadPart {
  kind: 'field' | 'connection' | 'secret'
  name: string
  isMinor: boolean
  isOptional: boolean
}

function readPart(part: Part): ReadPart {
  const kind = part.startsWith('@') ? 'connection' : part.startsWith('#') ? 'secret' : 'field'
  const isOptional = part.endsWith('?')
  const bare = (isOptional ? part.slice(0, -1) : part).replace(/^[@#]/, '')
  const isMinor = bare.endsWith(':minor')
  return { kind, name: isMinor ? bare.slice(0, -':minor'.length) : bare, isMinor, isOptional }
}

/**
 * The values of a formula, concatenated in order. Faults: input, naming a field the formula needs
 * and the request lacks (signing an empty text in its place would only be refused later, by the
 * gateway).
 */
export function controlPlain(auth: ControlAuth, values: ControlValues): Result<string> {
  let plain = ''
  for (const part of auth.parts) {
    const { kind, name, isMinor, isOptional } = readPart(part)
    if (kind === 'secret') {
      plain += values.secret
    } else if (kind === 'connection') {
      plain += name === 'login' ? values.login : values.endpointId.replace(/^group\//, '')
    } else {
      const value = isMinor ? values.money?.minor.toString() : values.fields[name]
      if (value === undefined && !isOptional)
        return fail(inputFault(name, say('gateway.the-control-formula-needs-name', { name })))
      plain += value ?? ''
    }
  }
  return ok(plain)
}

/** SHA-1 over the UTF-8 bytes of the plain text, in the encoding the connection asks for. */
export function control(plain: string, encoding: ControlEncoding): string {
  if (encoding === 'base64') return hash('sha1', plain, 'base64')
  const digest = hash('sha1', plain, 'hex')
  return encoding === 'hex-upper' ? digest.toUpperCase() : digest
}

/**
 * The formula in words: "SHA-1 of login, client_orderid, amount in minor units if sent,
 * merchant_control_key".
 */
export const formulaOf = (auth: ControlAuth): string =>
  `SHA-1 of ${auth.parts
    .map((part) => {
      const { name, isMinor, isOptional } = readPart(part)
      return `${name}${isMinor ? ' in minor units' : ''}${isOptional ? ' if sent' : ''}`
    })
    .join(', ')}`

/** Whether the formula starts from the login, which is then sent as a parameter as well. */
export const sendsLogin = (auth: ControlAuth): boolean => auth.parts.includes('@login')
