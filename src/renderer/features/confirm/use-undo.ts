// Takes back a confirmed request that has not left, wherever its button stands. App.vue provides
// how, and says what came of it.
import { inject, type InjectionKey } from 'vue'

type Undo = (attemptId: string) => Promise<void>

export const undoKey: InjectionKey<Undo> = Symbol('undo')

/** A part that stands alone takes nothing back. */
export const useUndo = (): Undo => inject(undoKey, () => Promise.resolve())
