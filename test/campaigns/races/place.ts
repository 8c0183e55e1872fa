// Where a round is played: a desk on a folder, with people, which can be closed and opened again
// while the round goes on.
import { join } from 'node:path'
import { sandboxId } from '../../../src/main/composition/sandbox-connection.ts'
import type { Assembled } from '../../../src/main/assemble.ts'
import { quietShell } from '../../fakes/shell/quiet-shell.ts'
import { must } from '../faults/must.ts'
import { fileVault } from '../kill/file-vault.ts'
import { type DeskTask, openOwnDesk } from '../runner/own-desk.ts'
import { cheap, switchOn } from '../runner/own-people.ts'

export interface PlaceTask extends Pick<DeskTask, 'folder' | 'baseUrl' | 'identity'> {
  /** How far its clock is ahead of the computer's. */
  aheadMs: number
}

export interface Place {
  /** The one that is open now. */
  desk(): Assembled['desk']
  /** The computer sleeps, or its screen is locked. */
  lock(): void
  quit(): Promise<void>
  open(): Promise<void>
  /** Moves the desk's clock. */
  ahead(ms: number): void
  aheadMs(): number
}

export async function openPlace(task: PlaceTask): Promise<Place> {
  let [opened, away] = [null as unknown as Assembled, (): void => undefined]
  let ahead = task.aheadMs
  const open = async (): Promise<void> => {
    opened = must(
      await openOwnDesk(task, {
        vault: fileVault(join(task.folder, '..', 'keychain.json')),
        clock: () => Date.now() + ahead,
        shell: { ...quietShell, whenAway: (tell) => (away = () => tell('screen-lock')) },
        ...cheap,
      }),
    )
  }
  await open()
  return {
    ...{ desk: () => opened.desk, lock: () => away(), open, aheadMs: () => ahead },
    quit: () => opened.close(),
    ahead: (ms) => void (ahead += ms),
  }
}

/** For a folder without people. */
export async function settle(place: Place): Promise<void> {
  const money = { undoMs: 15 }
  must(await place.desk()['connection:set-money']({ connectionId: sandboxId, money }))
  await switchOn(place.desk(), '10.00')
}
