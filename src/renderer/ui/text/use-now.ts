// The current time, updated once a second, for countdowns and elapsed seconds. The clock stops with
// the component that uses it.
import { onScopeDispose, type Ref, ref } from 'vue'

export function useNow(): Readonly<Ref<number>> {
  const now = ref(Date.now())
  const timer = setInterval(() => {
    now.value = Date.now()
  }, 1000)
  onScopeDispose(() => {
    clearInterval(timer)
  })
  return now
}
