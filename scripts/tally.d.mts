export interface FileResult {
  file: string
  passed: number
  failed: number
  isBroken: boolean
  ms: number
  /** Seconds. */
  processor: number
}
export function tally(
  exit: number,
  text: string | null,
): { passed: number; failed: number; unrun: string[]; slowest: FileResult[] }
