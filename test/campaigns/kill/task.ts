// What the parent gives to the process it will kill.
import type { Identity } from '../../../src/sandbox/start.ts'

export interface KillTask {
  folder: string
  /** The keychain's file: it outlives the process. */
  vaultFile: string
  baseUrl: string
  identity: Identity
  orders: { orderid: string; clientOrderid: string }[]
  seed: number
}

export interface OpeningTask extends Pick<
  KillTask,
  'folder' | 'vaultFile' | 'baseUrl' | 'identity'
> {
  /**
   * Path of the copy that the restore command puts in place; null opens the desk, which finds what
   * was asked on the screen.
   */
  command: string | null
}
