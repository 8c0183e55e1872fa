// Nobody types "12." or half a number and means it: a text is checked when typing rests.
import { onBeforeUnmount, type Ref, ref, watch } from 'vue'

const restMs = 300

/**
 * For as long as the calling component lives. Leaving the field does not end the wait: what is said
 * then would move the button that is being pressed.
 */
export function useRest(text: Ref<string>): Ref<boolean> {
  const isResting = ref(true)
  let resting: ReturnType<typeof setTimeout> | undefined
  watch(text, () => {
    clearTimeout(resting)
    isResting.value = false
    resting = setTimeout(() => (isResting.value = true), restMs)
  })
  onBeforeUnmount(() => clearTimeout(resting))
  return isResting
}
