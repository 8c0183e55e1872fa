// What an error of SQLite or of the file system says, by its code and its first line. Pure.

export const isDamage = (code: string): boolean =>
  code === 'SQLITE_NOTADB' || code.startsWith('SQLITE_CORRUPT')

export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

export const firstLine = (text: string): string => (text.split('\n')[0] ?? '').slice(0, 300)
