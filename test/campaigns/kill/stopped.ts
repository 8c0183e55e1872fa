// Waits for the check of a start to tell what it found.
import type { Stop } from '#shared/stop.ts'
import type { Desk } from '../../../src/main/desk/base/desk.ts'
import { must } from '../faults/must.ts'

/** Gives what stops money; empty when nothing does after ten seconds. */
export async function untilStopped(desk: Desk): Promise<readonly Stop[]> {
  for (let tries = 0; tries < 500; tries += 1) {
    const { moneyStops } = must(await desk['app:state']({}))
    if (moneyStops.some(({ reach }) => reach === 'all')) return moneyStops
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return []
}
