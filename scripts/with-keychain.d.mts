export function hasKeychainTools(): boolean
export function besideKeychain(
  command: string,
  args: string[],
  env: NodeJS.ProcessEnv,
  folder: string,
  isLocked?: boolean,
): { command: string; args: string[]; env: NodeJS.ProcessEnv }
