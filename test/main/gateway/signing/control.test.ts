import { describe, expect, it } from 'vitest'
import { control, controlPlain, formulaOf } from '../../../../src/main/gateway/signing/control.ts'
import type { ControlAuth } from '../../../../src/shared/gateway/operations/parts/operation.ts'
import { operationIds, rowOf } from '../../../../src/shared/gateway/operations/index.ts'
import { parseAmount } from '../../../../src/shared/money.ts'

const authOfRow = (id: (typeof operationIds)[number]): ControlAuth => {
  const { auth } = rowOf(id)
  const fixed = auth.scheme === 'configurable' ? auth.default : auth
  if (fixed.scheme !== 'control') throw new Error(`${id} has no control`)
  return fixed
}
const eur = (text: string) => {
  const money = parseAmount(text, 'EUR', 'iso-4217')
  if (!money.ok) throw new Error(money.fault.message)
  return money.value
}
const facts = { login: 'merchant', endpointId: '1144', secret: 'KEY' }

describe('the control checksum', () => {
  it('equals the published sale example', () => {
    const plain = '1111902B4FF51042john.smith@gmail.comB17F59B4-A7DC-41B4-8FF9-37D986B43D20'
    expect(control(plain, 'hex-lower')).toBe('c6bdd88a78834ef4b863b088827a459f039e8257')
  })

  it('is written in the encoding the connection asks for', () => {
    expect(control('abc', 'hex-lower')).toBe('a9993e364706816aba3e25717850c26c9cd0d89d')
    expect(control('abc', 'hex-upper')).toBe('A9993E364706816ABA3E25717850C26C9CD0D89D')
    expect(control('abc', 'base64')).toBe('qZk+NkcGgWq6PiVxeFDCbJzQ2J0=')
  })

  it('hashes UTF-8 bytes', () => {
    expect(control('żółw', 'hex-lower')).toBe('a305eff5a54997cbda4e67f8b318ac96ba194bdd')
  })

  it('signs 19.99 as 1999, never as a cut 1998', () => {
    expect(
      controlPlain(authOfRow('return'), {
        ...facts,
        fields: { client_orderid: 'a', orderid: '7', amount: '19.99', currency: 'EUR' },
        money: eur('19.99'),
      }),
    ).toEqual({ ok: true, value: 'merchanta71999EURKEY' })
  })

  it('signs a return with its own formula, not with that of a sale', () => {
    expect(formulaOf(authOfRow('return'))).not.toBe(formulaOf(authOfRow('sale')))
  })

  it('counts optional parts that are not sent as empty', () => {
    const fields = { client_orderid: 'a', orderid: '7' }
    expect(controlPlain(authOfRow('return'), { ...facts, fields, money: null })).toEqual({
      ok: true,
      value: 'merchanta7KEY',
    })
    expect(
      controlPlain(authOfRow('status'), { ...facts, fields: { client_orderid: 'a' }, money: null }),
    ).toEqual({ ok: true, value: 'merchantaKEY' })
  })

  it('puts the bare id of an endpoint group into the formula', () => {
    const fields = { client_orderid: 'a', email: 'x@y' }
    const auth = authOfRow('account-verification')
    expect(controlPlain(auth, { ...facts, endpointId: 'group/3117', fields, money: null })).toEqual(
      { ok: true, value: '3117ax@yKEY' },
    )
  })

  it('refuses to sign without a part the formula needs, and names it', () => {
    const auth = authOfRow('sale')
    const fields = { client_orderid: 'a' }
    expect(controlPlain(auth, { ...facts, fields, money: eur('1') })).toMatchObject({
      ok: false,
      fault: { kind: 'input', field: 'email' },
    })
    expect(
      controlPlain(auth, { ...facts, fields: { ...fields, email: 'x@y' }, money: null }),
    ).toMatchObject({ ok: false, fault: { kind: 'input', field: 'amount' } })
  })

  it('says each formula as the interface does', () => {
    const formulas = operationIds
      .filter((id) => {
        const { auth, isExtension } = rowOf(id)
        if (isExtension === true) return false
        return (auth.scheme === 'configurable' ? auth.default : auth).scheme === 'control'
      })
      .map((id) => `${id}: ${formulaOf(authOfRow(id))}`)
    expect(formulas).toMatchInlineSnapshot(`
      [
        "sale: SHA-1 of endpointId, client_orderid, amount in minor units, email, merchant_control_key",
        "preauth: SHA-1 of endpointId, client_orderid, amount in minor units, email, merchant_control_key",
        "capture: SHA-1 of login, client_orderid, orderid, amount in minor units if sent, currency if sent, merchant_control_key",
        "void: SHA-1 of login, client_orderid, orderid, merchant_control_key",
        "return: SHA-1 of login, client_orderid, orderid, amount in minor units if sent, currency if sent, merchant_control_key",
        "status: SHA-1 of login, client_orderid if sent, orderid if sent, merchant_control_key",
        "sale-form: SHA-1 of endpointId, client_orderid, amount in minor units, email, merchant_control_key",
        "preauth-form: SHA-1 of endpointId, client_orderid, amount in minor units, email, merchant_control_key",
        "account-verification-form: SHA-1 of endpointId, client_orderid, email, merchant_control_key",
        "payment-form: SHA-1 of endpointId, client_orderid, amount in minor units, email, merchant_control_key",
        "account-verification: SHA-1 of endpointId, client_orderid, email, merchant_control_key",
        "create-card-ref: SHA-1 of login, client_orderid, orderid, merchant_control_key",
        "get-card-info: SHA-1 of login, cardrefid, merchant_control_key",
        "make-rebill: SHA-1 of login, client_orderid, cardrefid, amount in minor units, currency, merchant_control_key",
        "upload-cres-result: SHA-1 of login, client-order-id, orderid, merchant_control_key",
        "upload-method-url-result: SHA-1 of login, client-order-id, orderid, merchant_control_key",
        "upload-pares-result: SHA-1 of login, client-order-id, orderid, merchant_control_key",
      ]
    `)
  })
})
