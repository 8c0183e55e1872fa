export interface FileResult {
  file: string
  passed: number
  failed: number
  isBroken: boolean
  ms: number
  /** Seconds. */
  processor: number
}
/** `again`: relative to the project; `second`: the lines of their own run. */
interface SecondTry {
  again: readonly string[]
  second: string | null
}
export function filesToTryAgain(text: string | null): string[]
export function withSecondTry(text: string | null, second: SecondTry): string
export function flickeringFiles(second: SecondTry): string[]
export function tally(
  exit: number,
  text: string | null,
): { passed: number; failed: number; unrun: string[]; slowest: FileResult[] }
