// The last line a benchmark says: everything it measured.
export interface BenchSummary extends Record<string, unknown> {
  figures: Record<string, { value: number; unit: string; goal?: object; isMet?: boolean }>
  missed: string[]
}

export const summaryOf = (stdout: string): BenchSummary =>
  JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '') as BenchSummary
