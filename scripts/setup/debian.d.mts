import type { runStep } from './step.mjs'

export interface Need {
  package: string
  /** Without it neither `npm ci` nor a window works. */
  isVital: boolean
  why: string
  isThere: () => boolean
}
export interface Machine {
  isRoot: boolean
  isTerminal: boolean
  hasApt: boolean
  /** True for a clear yes. */
  ask: (question: string) => Promise<boolean>
  run: typeof runStep
  complain: (message: string) => void
}
export function missingPackages(): Need[]
export function installPackages(
  missing: Need[],
  say: (message: string) => void,
  machine?: Machine,
): Promise<boolean>
