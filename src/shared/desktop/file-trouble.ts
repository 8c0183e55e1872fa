// Why a file could not be written, for a person: a code of the system becomes a message. Pure.
import { say } from '../message.ts'

const messages: Readonly<Record<string, string>> = {
  ENOSPC: say('no-space-is-left-on-the-disk'),
  EDQUOT: say('no-space-is-left-on-the-disk'),
  EROFS: say('the-disk-takes-no-changes'),
  EACCES: say('this-account-may-not-write-there'),
  EPERM: say('this-account-may-not-write-there'),
  ENOENT: say('the-folder-is-not-there'),
  ENOTDIR: say('the-folder-is-not-there'),
  EISDIR: say('a-folder-of-this-name-is-there'),
  ENAMETOOLONG: say('the-name-is-too-long'),
}

/** The system's own text where its code is not known. */
export function fileTrouble(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? String(error.code) : ''
  return (Object.hasOwn(messages, code) ? messages[code] : undefined) ?? error.message
}
