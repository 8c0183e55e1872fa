// The form of a connection: what is saved reads back as it was typed, and every field that is wrong
// is named by main's own path.
import { describe, expect, it } from 'vitest'
import type { ConnectionDraft } from '../../../../src/shared/connections/connection-draft.ts'
import {
  changedIn,
  defaultSettings,
  draftFrom,
  formFaultsOf,
  operationRows,
  saveInput,
} from '../../../../src/renderer/features/connections/connection-form.ts'
import { choiceSettings, numberSettings } from '../../../../src/renderer/messages/forms/settings.ts'
import { methods } from '../../../../src/shared/contract/bridge.ts'
import { connectionSettings } from '../../../../src/shared/connections/connection.ts'
import { detailsOf } from '../../../fakes/bridge-connections.ts'
import { production, testConnection } from '../../../fakes/bridge-samples.ts'

const details = detailsOf(testConnection)
const typed = (part: Partial<ConnectionDraft> = {}): ConnectionDraft => ({
  ...draftFrom(details),
  ...part,
})

describe('form of a connection', () => {
  it('is empty with the defaults when there is none yet, and names all that is missing at once', () => {
    expect(Object.keys(formFaultsOf(draftFrom(null)))).toEqual([
      'name',
      'baseUrl',
      'endpointId',
      'login',
      'environment',
    ])
  })

  it('takes what it shows: what was not touched is saved as it was', () => {
    const settings = connectionSettings.parse({
      connectTimeoutMs: 1_500,
      maxBodyBytes: 100_001,
      proxyUrl: 'none',
      caFile: '/etc/ca.pem',
      controlEncoding: 'base64',
      paths: { sale: '/api/v3/sale' },
      schemes: { 'get-card-info': 'hmac-sha1' },
      extensions: ['process-recurring-payment'],
      cardEntry: true,
      currencies: ['EUR', 'KWD'],
    })
    const kept = detailsOf(testConnection, { settings })
    expect(formFaultsOf(draftFrom(kept))).toEqual({})
    const input = saveInput(draftFrom(kept), kept)
    expect(methods['connection:save'].parse(input).settings).toEqual(settings)
    expect(input.connectionId).toBe(kept.id)
  })

  it('keeps settings that it has no field for', () => {
    const settings = { ...defaultSettings, later: true }
    const kept = { ...details, settings }
    expect(saveInput(draftFrom(kept), kept).settings).toMatchObject({ later: true })
  })

  it('makes a connection without an id, with surrounding spaces gone', () => {
    const draft = typed({ name: ' Shop ', login: ' shop ', baseUrl: ' https://gate.example ' })
    const input = saveInput(draft, null)
    expect(input).not.toHaveProperty('connectionId')
    expect(input).toMatchObject({ name: 'Shop', login: 'shop', baseUrl: 'https://gate.example' })
    expect(methods['connection:save'].safeParse(input).success).toBe(true)
  })

  it('refuses production over plain http', () => {
    const draft = { ...draftFrom(detailsOf(production)), baseUrl: 'http://gate.example' }
    expect(formFaultsOf(draft)['baseUrl']).toMatch(/https/)
    expect(formFaultsOf({ ...draft, environment: 'test' })).toEqual({})
  })

  it.each(numberSettings)(
    'refuses $key beyond the contract’s own bounds, and takes them',
    (one) => {
      const field = `settings.${one.key}`
      const faultsAt = (value: number) =>
        formFaultsOf(
          typed({ numbers: { ...typed().numbers, [one.key]: String(value / one.perUnit) } }),
        )
      const isTaken = (value: number) => connectionSettings.shape[one.key].safeParse(value).success
      for (const value of [one.least, one.most]) {
        expect(faultsAt(value)).toEqual({})
        expect(isTaken(value)).toBe(true)
      }
      for (const value of [one.least - one.perUnit / 100, one.most + one.perUnit])
        expect(Object.keys(faultsAt(value))).toEqual([field])
      expect(isTaken(one.least - 1)).toBe(false)
      expect(isTaken(one.most + 1)).toBe(false)
    },
  )

  it.each(['', 'ten', '1.2.3', '-1', '1e3'])('refuses “%s” as a number', (text) => {
    const faults = formFaultsOf(typed({ numbers: { ...typed().numbers, connectTimeoutMs: text } }))
    expect(faults['settings.connectTimeoutMs']).toMatch(/^Enter a number/)
  })

  it('reads a comma as a decimal sign', () => {
    const draft = typed({ numbers: { ...typed().numbers, connectTimeoutMs: '2,5' } })
    expect(saveInput(draft, details).settings.connectTimeoutMs).toBe(2_500)
  })

  it('refuses a proxy with a password and a path without its slash, by main’s field names', () => {
    const draft = typed({ proxy: 'own', proxyUrl: 'http://me:secret@proxy:3128' })
    draft.paths['sale'] = 'api/sale'
    expect(Object.keys(formFaultsOf(draft))).toEqual(['settings.proxyUrl', 'settings.paths.sale'])
    expect(methods['connection:save'].safeParse(saveInput(draft, details)).success).toBe(false)
  })

  it('reads currencies as they are written, each once, and refuses what is none', () => {
    const draft = typed({ currencies: 'eur, USD;kwd\nEUR' })
    expect(saveInput(draft, details).settings.currencies).toEqual(['EUR', 'USD', 'KWD'])
    expect(changedIn(draft).limits).toBe(1)
    expect(formFaultsOf(typed({ currencies: 'EUR EURO' }))).toEqual({
      'settings.currencies': '“EURO” is not a currency code. Use three letters, like EUR.',
    })
  })

  it('saves a scheme only where it is not the default', () => {
    const draft = typed()
    draft.schemes['get-card-info'] = 'control'
    draft.schemes['payout-pay'] = 'hmac-sha1'
    expect(saveInput(draft, details).settings.schemes).toEqual({ 'payout-pay': 'hmac-sha1' })
    expect(changedIn(draft).operations).toBe(1)
  })

  it('switches an operation beyond the description on, and counts it as changed', () => {
    const draft = typed()
    expect(Object.values(draft.extensions)).toEqual([false, false])
    draft.extensions['update-recurring-payment'] = true
    expect(saveInput(draft, details).settings).toMatchObject({
      extensions: ['update-recurring-payment'],
    })
    expect(changedIn(draft).operations).toBe(1)
  })

  it('offers a choice of scheme only where the description leaves it open', () => {
    const open = operationRows.filter((row) => row.choices.length > 0).map((row) => row.id)
    expect(open).toContain('get-card-info')
    expect(open).not.toContain('return')
  })

  it('offers every choice of the contract, and no other', () => {
    for (const setting of choiceSettings) {
      const offered = setting.choices.map((choice) => choice.value)
      expect(offered).toEqual(connectionSettings.shape[setting.key].unwrap().options)
    }
  })
})
