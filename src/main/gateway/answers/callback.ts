// Callbacks that a person pasted: taken apart without believing anything, and their control
// recomputed. The key goes from the vault into the digest and nowhere else; the control that would
// have been right is never given out, as it would sign any forged callback.
import { say } from '#shared/message.ts'
import { timingSafeEqual } from 'node:crypto'
import { controlKeySlot, type Connection } from '#shared/connections/connection.ts'
import { fail, inputFault, ok, type Result } from '#shared/fault.ts'
import { callbackAuth, signedByCallback } from '#shared/gateway/callback.ts'
import { type AnswerRecord, readJson, readPairs } from './answer-record.ts'
import { control, controlPlain, formulaOf, maskedKey } from '../signing/control.ts'
import type { SecretReader } from '../signing/sign.ts'

export interface PastedCallback {
  form: 'address' | 'form' | 'json'
  fields: AnswerRecord
}

/**
 * An address, a line of a server's log, a query, a form body or JSON. Faults: input, when it can be
 * read in no or in two ways.
 */
export function readCallback(pasted: string): Result<PastedCallback> {
  const text = pasted.trim()
  const { form, parsed } = text.startsWith('{')
    ? { form: 'json' as const, parsed: readJson(text) }
    : readQuery(text)
  if ('why' in parsed) return fail(unreadable(parsed.why))
  const fields = parsed.record
  const hidden = Object.keys(fields).find((name) => hasControlCharacter(name + fields[name]))
  if (hidden !== undefined) return fail(unreadable(say('a-field-of-it-holds-control-characters')))
  return ok({ form, fields })
}

function readQuery(text: string) {
  const line = text.replace(/^(?:GET|POST)\s+/, '').replace(/\s+HTTP\/[\d.]+\s*$/, '')
  const question = line.indexOf('?')
  const equals = line.indexOf('=')
  const isAddress = /^https?:\/\//i.test(line) || (question !== -1 && question < equals)
  if (!isAddress) return { form: 'form' as const, parsed: readPairs(line) }
  const query = question === -1 ? '' : line.slice(question + 1).replace(/#.*$/s, '')
  return {
    form: 'address' as const,
    parsed: query === '' ? { why: say('the-address-has-no-query') } : readPairs(query),
  }
}

function hasControlCharacter(text: string): boolean {
  for (const char of text) {
    const code = char.codePointAt(0)!
    if (code < 0x20 || (code >= 0x7f && code < 0xa0)) return true
  }
  return false
}

const unreadable = (why: string) =>
  inputFault('text', say('this-cant-be-read-as-a-callback', { why }))

export interface CallbackControl {
  verdict: 'valid' | 'wrong-control' | 'missing-field'
  /** Fields of the formula, or the control itself, that are not there. */
  missing: string[]
  formula: string
  plain: string
}

/** Faults: vault, when the key is not there or locked. */
export async function checkCallbackControl(
  vault: SecretReader,
  { id, baseUrl, login, endpointId, settings }: Connection,
  fields: Readonly<Record<string, string>>,
): Promise<Result<CallbackControl>> {
  const formula = formulaOf(callbackAuth)
  const missing = [...signedByCallback, 'control'].filter((name) => (fields[name] ?? '') === '')
  if (missing.length > 0) return ok({ verdict: 'missing-field', missing, formula, plain: '' })
  const secret = await vault.read(controlKeySlot(id), { url: baseUrl, login, endpointId })
  if (!secret.ok) return secret
  const values = { fields, money: null, login, endpointId }
  const plain = controlPlain(callbackAuth, { ...values, secret: secret.value })
  const masked = controlPlain(callbackAuth, { ...values, secret: maskedKey })
  if (!plain.ok) return plain
  if (!masked.ok) return masked
  const isBase64 = settings.controlEncoding === 'base64'
  const caseless = (text: string): string => (isBase64 ? text : text.toLowerCase())
  const isRight = isSameText(
    caseless(control(plain.value, settings.controlEncoding)),
    caseless(fields['control'] ?? ''),
  )
  return ok({
    verdict: isRight ? 'valid' : 'wrong-control',
    missing,
    formula,
    plain: masked.value,
  })
}

/** Takes the same time wherever they differ. */
const isSameText = (one: string, other: string): boolean => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
