// Plays every flow at one host and says what went wrong there.
import { hostNames, type HostName } from '../../src/sandbox/hosts/profiles.ts'
import { bareQuestions } from '../journeys/bare-questions.ts'
import { type FlowName, flowNames, flows } from './flows.ts'
import { openFixture } from './fixture.ts'
import type { Cells } from './page.ts'
import { cellOf, checkFlow, type Verdict } from './verdict.ts'

export const noCells = (): Cells =>
  Object.fromEntries(hostNames.map((name) => [name, {} as Record<FlowName, string>])) as Cells

export async function playAll(
  host: HostName,
  cells: Cells,
): Promise<Record<string, Verdict | string>> {
  const fixture = await openFixture(host)
  const troubles: Record<string, Verdict | string> = {}
  try {
    for (const name of flowNames) {
      fixture.sent.length = 0
      fixture.sandbox.clearFaults()
      try {
        await flows[name](fixture)
      } catch (error) {
        troubles[name] = error instanceof Error ? error.message : String(error)
      }
      const verdict = await checkFlow(fixture)
      cells[host][name] = name in troubles ? '**fails**' : cellOf(verdict)
      const { wrong, stuck, double } = verdict
      if (wrong.length + stuck.length + double.length > 0) troubles[`${name}: books`] = verdict
    }
    const bare = bareQuestions(fixture.sandbox)
    if (bare.length > 0) troubles['questions without a known id'] = bare.join('; ')
  } finally {
    await fixture.close()
  }
  return troubles
}
