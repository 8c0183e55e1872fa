// What the methods about a set-up file are built from, and what is here to hold a file against.
import { fail, type Result } from '#shared/fault.ts'
import type { AuditLog } from '../../../ledger/audit/audit.ts'
import type { Checkpointer } from '../../../ledger/audit/checkpoint.ts'
import type { ShellPorts } from '../../base/desk.ts'
import { notMine } from '../../base/faults.ts'
import type { DeskPorts } from '../../base/ports.ts'
import type { PeopleParts } from '../../people/stating.ts'
import type { ConnectionParts } from '../connection-parts.ts'
import type { Here } from './read-set-up.ts'

export interface SetUpParts extends Pick<ConnectionParts, 'store'> {
  ports: ConnectionParts['ports'] & Pick<DeskPorts, 'clock'>
  people: PeopleParts
  /** After entries were written. */
  onCommitted: () => void
  audit: Pick<AuditLog, 'logId' | 'timeline'>
  /** Null while the key of the log can't be used. */
  log: () => Pick<Checkpointer, 'sign' | 'publicKey'> | null
  shell: Pick<ShellPorts, 'chooseFile' | 'chooseToOpen'>
  /** Of a plain file that is not too long. Faults: input on `file`. */
  readBytes: (path: string) => Promise<Result<Uint8Array>>
  /** Whole or not at all; its path. Faults: input on `file`. */
  writeText: (path: string, text: string) => Promise<Result<string>>
}

export const hereOf = ({ store, people, audit, ports }: SetUpParts): Here => ({
  ...{ connections: store.all(), roll: people.roll.read(), isOn: people.roll.isOn() },
  ...{ now: ports.clock(), taken: audit.timeline('set-up') },
})

export const peopleBroken = ({ people }: Pick<SetUpParts, 'people'>): Result<never> | null => {
  const broken = people.roll.fault()
  return broken === null ? null : fail(notMine(broken))
}
