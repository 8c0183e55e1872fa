// The current time to the half minute, for ages. The whole window shares one clock, however many
// ages a list shows.
import { onScopeDispose, type Ref, ref } from 'vue'

const everyMs = 30_000
const now = ref(Date.now())
let timer: ReturnType<typeof setInterval> | undefined
let users = 0

export function useMinute(): Readonly<Ref<number>> {
  users += 1
  if (timer === undefined) {
    now.value = Date.now()
    timer = setInterval(() => (now.value = Date.now()), everyMs)
  }
  onScopeDispose(() => {
    users -= 1
    if (users > 0) return
    clearInterval(timer)
    timer = undefined
  })
  return now
}
