// Where money of a connection moves, in words: the same in the frame, in the window's title and
// beside a connection's name.
import { type MoneyKind, moneyKindOf } from '#shared/bridge/today.ts'
import { t } from './message.ts'

export type EnvironmentKind = Exclude<MoneyKind, 'removed'>

export const environments: Readonly<Record<EnvironmentKind, { label: string; hint: string }>> = {
  sandbox: {
    label: t('frame.sandbox'),
    hint: t('frame.sandbox-note'),
  },
  test: {
    label: t('frame.test-label'),
    hint: t('frame.test-note'),
  },
  production: { label: t('frame.production'), hint: t('frame.real-money-moves') },
}

/** A connection that is called like its environment is shown by the environment alone. */
export const isNamedLikeEnvironment = (connection: {
  name: string
  environment: 'test' | 'production'
  isEmbedded?: boolean | undefined
}): boolean =>
  connection.name.trim().toLowerCase() ===
  environments[environmentOf(connection)].label.toLowerCase()

export const environmentOf = moneyKindOf

export const moneyKindLabels: Readonly<Record<MoneyKind, string>> = {
  sandbox: environments.sandbox.label,
  test: environments.test.label,
  production: environments.production.label,
  removed: t('frame.removed-connections'),
}
