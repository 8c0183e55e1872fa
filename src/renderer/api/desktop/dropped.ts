// Files dropped on the window: a screen that reads lists takes one, and main reads it. On any other
// screen one text is read and told apart as a file of the menu is. The page never learns a path,
// and nothing is sent or run.
import { computed, onBeforeUnmount, onMounted, shallowRef } from 'vue'
import { formatMessages } from '#wording/format-messages.ts'
import type { Place } from '#shared/desktop/window-methods.ts'
import { mostFileBytes, openedText, placeOfText } from '#shared/desktop/opened-text.ts'
import { fail, inputFault, ok, type Result } from '#shared/fault.ts'
import { t } from '../../messages/message.ts'

type Taker = (file: File) => unknown

const takers = shallowRef<readonly Taker[]>([])

/** What the screen in sight does with a dropped file; null where it reads no list. */
export const dropTaker = computed(() => takers.value.at(-1) ?? null)

/** While this part is in sight, a dropped file is its own. */
export function useDropTaker(take: Taker): void {
  onMounted(() => (takers.value = [...takers.value, take]))
  onBeforeUnmount(() => (takers.value = takers.value.filter((one) => one !== take)))
}

export const oneDropped = (files: readonly File[]): Result<File> => {
  const [file, ...more] = files
  return file === undefined || more.length > 0 ? refuse(t('frame.drop-one')) : ok(file)
}

const refuse = (message: string): Result<never> => fail(inputFault('file', message))

export async function readDropped(files: readonly File[]): Promise<Result<Place>> {
  const one = oneDropped(files)
  if (!one.ok) return one
  const file = one.value
  const { name, size } = file
  if (/\.zip$/i.test(name)) return refuse(t('frame.drop-zip', { name }))
  if (size > mostFileBytes) return refuse(t('frame.file-too-large', { name }))
  const text = await file.text().catch(() => null)
  if (text === null) return refuse(t('frame.file-unreadable', { name }))
  const opened = formatMessages(openedText(text))
  return opened.ok ? ok(placeOfText(opened.value)) : opened
}
