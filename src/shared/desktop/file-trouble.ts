// Why a file could not be written, for a person: a code of the system becomes a message. Pure.
import { say } from '../message.ts'

const messages: Readonly<Record<string, string>> = {
  ENOSPC: say('program.disk-full'),
  EDQUOT: say('program.disk-full'),
  SQLITE_FULL: say('program.disk-full'),
  EROFS: say('program.the-disk-takes-no-changes'),
  EACCES: say('program.not-writable'),
  EPERM: say('program.not-writable'),
  ENOENT: say('program.the-folder-is-not-there'),
  ENOTDIR: say('program.the-folder-is-not-there'),
  EISDIR: say('program.folder-in-the-way'),
  ENAMETOOLONG: say('program.the-name-is-too-long'),
  EBUSY: say('program.file-in-use'),
  ETXTBSY: say('program.file-in-use'),
  EIO: say('program.disk-fault'),
  EMFILE: say('program.too-many-files'),
  ENFILE: say('program.too-many-files'),
}

/** The system's own text, as a quotation, where its code is not known. */
export function fileTrouble(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? String(error.code) : ''
  if (code === '') return error.message
  return (
    (Object.hasOwn(messages, code) ? messages[code] : undefined) ??
    say('program.system-says', { text: error.message })
  )
}
