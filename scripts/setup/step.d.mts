export const top: string
export const localNode: string
export function isOnPath(name: string): boolean
export function nodeHeaders(): string | undefined
export function withoutLocalBin(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv
export function runStep(
  command: string,
  args: string[],
  options: {
    env?: NodeJS.ProcessEnv
    timeoutMs: number
    onText?: (text: string) => void
    isQuiet?: boolean
  },
): Promise<number>
