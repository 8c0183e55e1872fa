// From a connection to its form and back, and the checks that can be told at once. Pure; main
// checks everything again.
import { formatMessage } from '#wording/format-messages.ts'
import type { Input } from '#shared/contract/bridge.ts'
import type { ConnectionDetails } from '#shared/bridge/connections.ts'
import {
  connectionRecord,
  type ConnectionSettings,
  connectionSettings,
} from '#shared/connections/connection.ts'
import { type FieldRule, rulesIn, textOfRules } from '#shared/connections/field-rules.ts'
import { textOfTerms, type TermRule, termsIn } from '#shared/connections/term-rules.ts'
import { operationIds, rowOf } from '#shared/gateway/operations/index.ts'
import { fieldRulesFault } from '#shared/gateway/own-fields.ts'
import type { OperationId } from '#shared/gateway/operations/index.ts'
import {
  type ChoiceGroup,
  choiceSettings,
  type NumberSetting,
  numberSettings,
  type Scheme,
} from '../../messages/forms/settings.ts'
import type { ConnectionDraft } from '#shared/connections/connection-draft.ts'
import { t } from '../../messages/message.ts'

export const defaultSettings: ConnectionSettings = connectionSettings.parse({})

/** By the path main names a field with: "baseUrl", "settings.paths.sale". */
export type FormFaults = Readonly<Record<string, string>>

export interface OperationRow {
  id: OperationId
  about: string
  path: string
  isExtension: boolean
  scheme: Scheme
  /** Empty where interface.md fixes the scheme. */
  choices: Scheme[]
}

export const operationRows: readonly OperationRow[] = operationIds.map((id) => {
  const { about, path, auth, isExtension } = rowOf(id)
  const isOpen = auth.scheme === 'configurable'
  return {
    id,
    about,
    path,
    isExtension: isExtension === true,
    scheme: isOpen ? auth.default.scheme : auth.scheme,
    choices: isOpen ? auth.choices.map((choice) => choice.scheme) : [],
  }
})

/** Without those that only repeat the default. */
const ownSchemes = (kept: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(kept).filter(
      ([id, scheme]) =>
        scheme !== '' && operationRows.find((row) => row.id === id)?.scheme !== scheme,
    ),
  )

const perOperation = (kept: Readonly<Record<string, string>>): Record<string, string> => ({
  ...Object.fromEntries(operationRows.map((row) => [row.id, ''])),
  ...kept,
})

const typedNumber = (setting: NumberSetting, settings: ConnectionSettings): string =>
  String(settings[setting.key] / setting.perUnit)

/** Of no connection: an empty form with the defaults. */
export function draftFrom(details: ConnectionDetails | null): ConnectionDraft {
  const settings = details?.settings ?? defaultSettings
  const { proxyUrl } = settings
  return {
    name: details?.name ?? '',
    environment: details?.environment ?? '',
    baseUrl: details?.baseUrl ?? '',
    endpointId: details?.endpointId ?? '',
    login: details?.login ?? '',
    numbers: Object.fromEntries(
      numberSettings.map((setting) => [setting.key, typedNumber(setting, settings)]),
    ) as ConnectionDraft['numbers'],
    choices: {
      controlEncoding: settings.controlEncoding,
      digitsRule: settings.digitsRule,
      amountUnit: settings.amountUnit,
      statusAmount: settings.statusAmount,
      statusBy: settings.statusBy,
      orderidOf: settings.orderidOf,
      statusIds: settings.statusIds,
    },
    proxy: proxyUrl === undefined ? 'system' : proxyUrl === 'none' ? 'none' : 'own',
    proxyUrl: proxyUrl === undefined || proxyUrl === 'none' ? '' : proxyUrl,
    caFile: settings.caFile ?? '',
    currencies: settings.currencies.join(', '),
    fields: textOfRules(settings.fields),
    terms: textOfTerms(settings.terms),
    paths: perOperation(settings.paths),
    schemes: perOperation(ownSchemes(settings.schemes)),
    extensions: Object.fromEntries(
      operationRows
        .filter((row) => row.isExtension)
        .map((row) => [row.id, settings.extensions.includes(row.id)]),
    ),
  }
}

/** The number in the record's unit, or why it is none. */
function readNumber(setting: NumberSetting, typed: string): number | string {
  const { perUnit, least, most, unit } = setting
  const bounds = t('settings.from-least-to-most-unit', {
    least: least / perUnit,
    most: most / perUnit,
    unit,
  })
  const text = typed.trim().replace(',', '.')
  if (!/^\d{1,9}(\.\d{1,12})?$/.test(text)) return t('settings.enter-a-number-bounds', { bounds })
  const exact = Number(text) * perUnit
  const value = Math.round(exact)
  // What is counted one by one is no fraction that could be rounded into the bounds.
  const isWhole = perUnit > 1 || exact === value
  return value < least || value > most || !isWhole ? bounds : value
}

const trimmed = (kept: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(kept)
      .map(([id, text]) => [id, text.trim()] as const)
      .filter(([, text]) => text !== ''),
  )

/** “eur, USD eur” is EUR and USD. */
const currenciesIn = (typed: string): string[] => [
  ...new Set(
    typed
      .toUpperCase()
      .split(/[\s,;]+/)
      .filter((code) => code !== ''),
  ),
]

const basics = ['name', 'baseUrl', 'endpointId', 'login'] as const

/** Every field that needs another look, all at once. */
export function formFaultsOf(draft: ConnectionDraft): FormFaults {
  const faults: Record<string, string> = {}
  for (const field of basics) {
    const read = connectionRecord.shape[field].safeParse(draft[field].trim())
    if (!read.success) faults[field] = formatMessage(read.error.issues[0]!.message)
  }
  if (draft.environment === '') faults['environment'] = t('settings.choose-test-or-production')
  if (faults['baseUrl'] === undefined && draft.environment === 'production')
    if (!/^https:/i.test(draft.baseUrl.trim()))
      faults['baseUrl'] = t('settings.production-needs-https')
  for (const setting of numberSettings) {
    const read = readNumber(setting, draft.numbers[setting.key])
    if (typeof read === 'string') faults[`settings.${setting.key}`] = read
  }
  if (draft.proxy === 'own') {
    const read = connectionSettings.shape.proxyUrl.safeParse(draft.proxyUrl.trim())
    if (!read.success) faults['settings.proxyUrl'] = formatMessage(read.error.issues[0]!.message)
  }
  const currencies = connectionSettings.shape.currencies.safeParse(currenciesIn(draft.currencies))
  if (!currencies.success)
    faults['settings.currencies'] = formatMessage(currencies.error.issues[0]!.message)
  const fields = fieldsFault(draft.fields)
  if (fields !== null) faults['settings.fields'] = fields
  const terms = termsIn(draft.terms)
  if ('fault' in terms) faults['settings.terms'] = formatMessage(terms.fault)
  if (draft.caFile.length > 1_000)
    faults['settings.caFile'] = t('connections.at-most-1000-characters')
  for (const [id, path] of Object.entries(trimmed(draft.paths)))
    if (!/^\/[^\s?#]*$/.test(path)) faults[`settings.paths.${id}`] = t('settings.path-invalid')
  return faults
}

/** Why the rules about fields can't be, or null. */
function fieldsFault(typed: string): string | null {
  const read = rulesIn(typed)
  const fault = 'fault' in read ? read.fault : fieldRulesFault(read.rules)
  return fault === null ? null : formatMessage(fault)
}

const rulesOf = (typed: string): FieldRule[] => {
  const read = rulesIn(typed)
  return 'fault' in read ? [] : read.rules
}

const termsOf = (typed: string): TermRule[] => {
  const read = termsIn(typed)
  return 'fault' in read ? [] : read.rules
}

const switchedOn = (draft: ConnectionDraft): string[] =>
  Object.keys(draft.extensions).filter((id) => draft.extensions[id] === true)

/**
 * The input of connection:save. Call it only when there are no faults. Settings unknown to this
 * form are kept.
 */
export function saveInput(
  draft: ConnectionDraft,
  details: ConnectionDetails | null,
): Input<'connection:save'> {
  const { proxyUrl: _proxy, caFile: _file, ...kept } = details?.settings ?? defaultSettings
  const numbers = Object.fromEntries(
    numberSettings.map((setting) => [
      setting.key,
      Number(readNumber(setting, draft.numbers[setting.key])),
    ]),
  )
  const caFile = draft.caFile.trim()
  return {
    ...(details === null ? {} : { connectionId: details.id }),
    name: draft.name.trim(),
    environment: draft.environment === 'production' ? 'production' : 'test',
    baseUrl: draft.baseUrl.trim(),
    endpointId: draft.endpointId.trim(),
    login: draft.login.trim(),
    settings: {
      ...kept,
      ...numbers,
      ...draft.choices,
      ...(draft.proxy === 'system'
        ? {}
        : { proxyUrl: draft.proxy === 'none' ? 'none' : draft.proxyUrl.trim() }),
      ...(caFile === '' ? {} : { caFile }),
      currencies: currenciesIn(draft.currencies),
      fields: rulesOf(draft.fields),
      terms: termsOf(draft.terms),
      paths: trimmed(draft.paths),
      schemes: ownSchemes(draft.schemes) as Record<string, Scheme>,
      extensions: switchedOn(draft),
    },
  }
}

/** A part of the form that opens and closes by itself. */
export type SettingsGroup = 'limits' | 'signing' | 'answers' | 'status' | 'network' | 'operations'

/** How many settings of a group differ from their defaults, for the heading of a closed group. */
export function changedIn(draft: ConnectionDraft): Record<SettingsGroup, number> {
  const fresh = draftFrom(null)
  const choices = (group: ChoiceGroup): number =>
    choiceSettings.filter(
      ({ key, group: own }) => own === group && draft.choices[key] !== fresh.choices[key],
    ).length
  return {
    limits:
      numberSettings.filter(({ key }) => draft.numbers[key].trim() !== fresh.numbers[key]).length +
      Number(currenciesIn(draft.currencies).length > 0),
    signing: choices('signing'),
    answers: choices('answers') + termsOf(draft.terms).length,
    status: choices('status'),
    network: Number(draft.proxy !== 'system') + Number(draft.caFile.trim() !== ''),
    operations:
      Object.keys(trimmed(draft.paths)).length +
      rulesOf(draft.fields).length +
      Object.keys(ownSchemes(draft.schemes)).length +
      switchedOn(draft).length,
  }
}
