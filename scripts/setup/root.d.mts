export function isRoot(): boolean
export function isAtTerminal(): boolean
export function rootStart(start: {
  isRoot: boolean
  isTerminal: boolean
  isWindow: boolean
  env: NodeJS.ProcessEnv
}): { isRefused: boolean; message: string | null; env: Record<string, string> }
