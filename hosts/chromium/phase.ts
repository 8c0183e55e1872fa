// Whether the program may already use windows and sessions, and which schemes it declared: Electron
// refuses calls that come too early or too late, and so does this.

let isReady = false
let announce: () => void = () => undefined
const becoming = new Promise<void>((resolve) => (announce = resolve))
const schemes = new Set<string>()

export const whenReady = (): Promise<void> => becoming

/** Called by the runner once the main bundle has been evaluated, as Electron does. */
export function becomeReady(): void {
  isReady = true
  announce()
}

export function needReady(message: string): void {
  if (!isReady) throw new Error(message)
}

export function needEarly(message: string): void {
  if (isReady) throw new Error(message)
}

export const declareScheme = (scheme: string): Set<string> => schemes.add(scheme)
export const isDeclared = (scheme: string): boolean => schemes.has(scheme)
