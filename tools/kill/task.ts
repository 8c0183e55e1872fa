// What the parent gives to the process it will kill.
import type { Identity } from '../../src/sandbox/start.ts'

export interface KillTask {
  folder: string
  /** The keychain's file: it outlives the process. */
  vaultFile: string
  baseUrl: string
  identity: Identity
  orders: { orderid: string; clientOrderid: string }[]
  seed: number
}
