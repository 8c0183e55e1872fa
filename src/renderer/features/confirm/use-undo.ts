// Takes back a confirmed request that has not left, wherever its button stands, and says what came
// of it. The second half of a double click presses nothing.
import { useAppearanceStore } from '../../api/appearance.ts'
import { t } from '../../messages/message.ts'
import { ignoreRestOfClicks } from '../../ui/rest-of-clicks.ts'
import { useWaitingStore } from './waiting.ts'

export function useUndo(): (attemptId: string) => Promise<void> {
  const waiting = useWaitingStore()
  const appearance = useAppearanceStore()
  return async (attemptId) => {
    ignoreRestOfClicks()
    const fault = await waiting.undoAttempt(attemptId)
    appearance.say(fault === null ? t('everywhere.undone-nothing-was-sent') : fault.message)
  }
}
