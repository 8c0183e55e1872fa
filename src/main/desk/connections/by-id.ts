// What is said of a connection by its id alone, also after it was removed. Pure.
import { type MoneySettings, moneySettings } from '#shared/connections/connection.ts'
import type { DeskPorts } from '../base/ports.ts'

type Connections = Pick<DeskPorts, 'connections'>

export const nameIn = ({ connections }: Connections, connectionId: string): string =>
  connections.find(connectionId)?.name ?? connectionId

/** A removed connection is read with the default settings. */
export const moneySettingsIn = (
  { connections }: Connections,
  connectionId: string,
): MoneySettings => connections.find(connectionId)?.settings.money ?? moneySettings.parse({})
