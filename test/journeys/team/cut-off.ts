// Ana's desk without power: what was on its disk at that moment is opened again.
import type { TeamWorld } from './team-world.ts'
import { openShopDesk, type TeamDesk } from './two-desks.ts'

/** As it is at this moment; the desk itself ends. */
export async function cutOff(
  all: TeamWorld,
  whileHeld: { letGo(): void },
  whileOff = () => Promise.resolve(),
): Promise<TeamDesk> {
  const { ana, world, gateway } = all
  const folder = world.copyOf(ana.folder)
  // What it would still tell the team as it ends, a desk without power does not.
  all.away()
  ana.vault.isFrozen = true
  const ended = ana.desk.close()
  whileHeld.letGo()
  await ended
  ana.vault.isFrozen = false
  all.back()
  await whileOff()
  return openShopDesk(world, gateway, { folder, vault: ana.vault })
}
