// What the parent gives to the process it will kill.
import type { DeskTask } from '../runner/own-desk.ts'

export interface KillTask extends DeskTask {
  /** The keychain's file: it outlives the process. */
  vaultFile: string
  /** Whatever moves money takes an approval here. */
  hasPeople: boolean
  /** Of a desk beside a colleague's: its name, and its own connection to the gateway. */
  beside?: { name: string; connectionId: string }
}

export interface OpeningTask extends Omit<KillTask, 'orders' | 'seed' | 'hasPeople' | 'beside'> {
  /**
   * Path of the copy that the restore command puts in place; null opens the desk, which finds what
   * was asked on the screen.
   */
  command: string | null
  /** What another program changed, and the start has to make again from the log. */
  spoilt: 'column' | 'row' | null
}
