// Callbacks that a person pasted: taken apart without believing anything, and their control
// recomputed. The key goes from the vault into the digest and nowhere else; the control that would
// have been right is never given out, as it would sign any forged callback.
import { say } from '#shared/message.ts'
import { timingSafeEqual } from 'node:crypto'
import { controlKeySlot, type Connection } from '#shared/connections/connection.ts'
import { fail, inputFault, ok, type Result } from '#shared/fault.ts'
import { callbackAuth, signedByCallback } from '#shared/gateway/callback.ts'
import type { AnswerRecord } from './answer-record.ts'
import { type PastedForm, readPaste } from './pasted-text.ts'
import { control, controlPlain, formulaOf, maskedKey } from '../signing/control.ts'
import type { SecretReader } from '../signing/sign.ts'

export interface PastedCallback {
  form: PastedForm
  fields: AnswerRecord
  /** Fields of the control, or the control, that the paste may have spoilt. */
  spoilt: string[]
}

/** Faults: input, when it can be read in no or in two ways. */
export function readCallback(pasted: string): Result<PastedCallback> {
  const { form, parsed, spoilt } = readPaste(pasted)
  if ('why' in parsed) return fail(unreadable(parsed.why))
  const fields = parsed.record
  const hidden = Object.keys(fields).find((name) => hasControlCharacter(name + fields[name]))
  if (hidden !== undefined) return fail(unreadable(say('gateway.control-characters')))
  const { control: reported = '' } = fields
  const isControl = reported === '' || /^(?:[0-9A-Fa-f]{40}|[A-Za-z0-9+/]{27}=)$/.test(reported)
  return ok({ form, fields, spoilt: isControl ? spoilt : [...new Set([...spoilt, 'control'])] })
}

function hasControlCharacter(text: string): boolean {
  for (const char of text) {
    const code = char.codePointAt(0)!
    if (code < 0x20 || (code >= 0x7f && code < 0xa0)) return true
  }
  return false
}

const unreadable = (why: string) => inputFault('text', say('gateway.not-a-callback', { why }))

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
