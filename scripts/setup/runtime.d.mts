export const runtimeDigests: Readonly<Record<string, string>>
export function runtimeFault(
  modules: string,
  platform: string,
  arch: string,
  digests?: Readonly<Record<string, string>>,
): string | null
