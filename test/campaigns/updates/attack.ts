// What an attack is: one thing changed in a world, and the code it has to be refused with.
import type { World } from './world.ts'

export interface Attack {
  name: string
  /** A code of the catalogue. */
  expect: string
  run: (world: World) => void
}

export const attack = (name: string, expect: string, run: Attack['run']): Attack => ({
  ...{ name, expect, run },
})
