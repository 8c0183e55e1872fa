/** Resolves to the exit code of the build; 0 at once when the last build still fits. */
export function build(options: {
  isForced: boolean
  say: (message: string) => void
}): Promise<number>
