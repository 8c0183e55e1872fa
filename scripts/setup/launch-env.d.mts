export const strippedNames: readonly string[]
export function launchEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv
export function withoutCoreDumps(start: { command: string; args: string[] }): {
  command: string
  args: string[]
}
