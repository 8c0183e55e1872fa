// A full disk, a folder that is read-only: a person reads words, not the system's codes.
import { expect, it } from 'vitest'
import { formatMessage } from '#wording/format-messages.ts'
import { fileTrouble } from '#shared/desktop/file-trouble.ts'

const failed = (code: string): Error => Object.assign(new Error(`${code}: raw words`), { code })

it.each([
  ['ENOSPC', 'no space is left on the disk'],
  ['EDQUOT', 'no space is left on the disk'],
  ['SQLITE_FULL', 'no space is left on the disk'],
  ['EROFS', 'the disk is read-only'],
  ['EACCES', 'this account may not write there'],
  ['EPERM', 'this account may not write there'],
  ['ENOENT', 'the folder is not there'],
  ['ENOTDIR', 'the folder is not there'],
  ['EISDIR', 'a folder of this name is there'],
  ['ENAMETOOLONG', 'the name is too long'],
])('says %s in words', (code, sentence) => {
  expect(formatMessage(fileTrouble(failed(code)))).toBe(sentence)
})

it('keeps the system’s own words where it knows no better', () => {
  expect(formatMessage(fileTrouble(failed('EXDEV')))).toBe('the system says “EXDEV: raw words”')
  expect(formatMessage(fileTrouble(failed('toString')))).toContain('“toString: raw words”')
  expect(fileTrouble(new Error('no code'))).toBe('no code')
  expect(fileTrouble('only a text')).toBe('only a text')
})
