// The text of an opened file takes the place of what stands in a field. What a person typed there
// can be put back for as long as the file's text is unchanged.
import { computed, ref, type Ref } from 'vue'
import { listHoldsCardNumber } from '#shared/look-up-list.ts'

export function openedInto(text: Ref<string>) {
  const opened = ref<{ file: string; before: string | null } | null>(null)
  const isUnchanged = (): boolean => opened.value?.file === text.value

  /** Null where nothing was typed, or where what was typed may not be kept. */
  const typedBefore = computed(() => (isUnchanged() ? (opened.value?.before ?? null) : null))

  function open(file: string): void {
    const before = isUnchanged() ? typedBefore.value : keepable(text.value)
    opened.value = { file, before: before === file ? null : before }
    text.value = file
  }

  function putBack(): void {
    if (typedBefore.value !== null) text.value = typedBefore.value
    opened.value = null
  }

  return { typedBefore, open, putBack }
}

/** A card number stays nowhere but in the field it was typed into. */
const keepable = (text: string): string | null =>
  text.trim() === '' || listHoldsCardNumber(text) ? null : text
