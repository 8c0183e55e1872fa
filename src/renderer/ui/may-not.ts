// Why whoever is signed in may not do what a button does. App.vue provides it; a part that stands
// alone goes without. The window only says it: main asks for the right by itself, at every call.
import { inject, type InjectionKey } from 'vue'
import type { Right } from '#shared/people/rights.ts'

/** Null where the right is there, or nobody has to sign in. */
type MayNot = (right: Right) => string | null

export const mayNotKey: InjectionKey<MayNot> = Symbol('may-not')

export const useMayNot = (): MayNot => inject(mayNotKey, () => () => null, true)
