// The whole list of faults.
import { asking } from './asking.ts'
import { memory } from './memory.ts'
import type { Mutant } from './row.ts'
import { sending } from './sending.ts'
import { sums } from './sums.ts'
import { told } from './told.ts'
import { updates } from './updates.ts'
import { wire } from './wire.ts'

export const list: readonly Mutant[] = [
  ...[...sending, ...told, ...sums, ...asking, ...wire, ...memory, ...updates],
]
