// Files dropped on the window: one text is read and told apart as a file of the menu is. The page
// never learns a path, and nothing is sent or run.
import { formatMessages } from '#wording/format-messages.ts'
import type { Place } from '#shared/desktop/window-methods.ts'
import { mostFileBytes, openedText, placeOfText } from '#shared/desktop/opened-text.ts'
import { fail, inputFault, ok, type Result } from '#shared/fault.ts'
import { t } from '../../messages/message.ts'

const refuse = (message: string): Result<never> => fail(inputFault('file', message))

export async function readDropped(files: readonly File[]): Promise<Result<Place>> {
  const [file, ...more] = files
  if (file === undefined || more.length > 0) return refuse(t('frame.drop-one'))
  const { name, size } = file
  if (/\.zip$/i.test(name)) return refuse(t('frame.drop-zip', { name }))
  if (size > mostFileBytes) return refuse(t('frame.file-too-large', { name }))
  const text = await file.text().catch(() => null)
  if (text === null) return refuse(t('frame.file-unreadable', { name }))
  const opened = formatMessages(openedText(text))
  return opened.ok ? ok(placeOfText(opened.value)) : opened
}
