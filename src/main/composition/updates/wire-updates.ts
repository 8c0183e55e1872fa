// Wires updates: the sealed row, the feed, the installer of this computer, and when the feed is
// asked by itself. Called by wire-desk.ts. It holds no rule of its own but the moment.
import { say } from '#shared/message.ts'
import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { type UpdateParts, updateEntry, updateHeldUp } from '../../desk/updates/update-methods.ts'
import type { ShellPorts } from '../../desk/base/desk.ts'
import { openUpdateRow } from '../../ledger/settings/update-memory.ts'
import { openFeed } from '../../updates/feed.ts'
import { installerFor } from '../../updates/installers.ts'
import { readKeys } from '../../updates/memory.ts'
import { placeOf } from '../../updates/place.ts'
import { createUpdates } from '../../updates/updates.ts'
import type { WiredLedger } from '../wire-ledger.ts'
import type { Payments } from '../../desk/payments/payments.ts'

export interface UpdateOptions {
  /** The keys this program was built with, as JSON; null where it has none. */
  keys: string | null
  /** Plain http on this computer, for tests; never in a packaged program. */
  mayBeLoopback: boolean
  /** The running AppImage, where it is one. */
  appImage?: string
}

interface Parts {
  options: {
    folder: string
    version: string
    actor: string
    shell: ShellPorts
    updates?: UpdateOptions
  }
  ledger: WiredLedger
  payments: Payments
}

const hourMs = 3_600_000

export function wireUpdates({ options, ledger, payments }: Parts): {
  desk: UpdateParts
  stop(): Promise<void>
} {
  const { folder, version, actor, shell } = options
  const { keys, mayBeLoopback, appImage } = options.updates ?? { keys: null, mayBeLoopback: false }
  const { db, note, onChange, stops } = ledger
  const place = placeOf(process.platform, process.arch, appImage)
  // What something other than Paydesk wrote may be what is remembered of updates.
  const stopped = (): string | null =>
    stops.all().some(({ reach }) => reach === 'all') ? say('program.update-waits-for-a-stop') : null
  const updates = createUpdates({
    memory: openUpdateRow(db, ledger.audit),
    // No release is made for this kind of computer: as good as no keys.
    builtIn: place === null ? null : readKeys(keys),
    installed: version,
    place: place ?? { platform: 'linux', arch: 'x64', form: 'deb' },
    folder: join(folder, 'updates'),
    clock: payments.ports.clock,
    feedAt: (address) => openFeed(address, mayBeLoopback),
    mayBeLoopback,
    installer: installerFor(place?.form ?? 'deb', appImage),
    stopped,
    heldUp: () => updateHeldUp(payments.ports),
    onChange: () => onChange({ topic: 'update' }),
    onRefused: (code) => note(updateEntry(actor, 'update:refused', 'refused', { code })),
  })
  const stopLooking = lookNowAndThen(() => {
    // What a person is in the middle of is not looked away from under their hands.
    const { phase } = updates.show()
    return ['unchecked', 'current', 'refused', 'unreached'].includes(phase)
      ? updates.check()
      : Promise.resolve()
  }, payments.ports.report)
  return {
    desk: { updates, shell, note, actor: payments.ports.actor, stopped },
    stop: () => {
      stopLooking()
      return updates.close()
    },
  }
}

/**
 * Never at the start, and at no hour that a feed could wait for: ten minutes to an hour after it,
 * then every four to eight hours.
 */
function lookNowAndThen(
  look: () => Promise<void>,
  report: (incident: string, error: unknown) => void,
): () => void {
  let timer: ReturnType<typeof setTimeout>
  const wait = (least: number, most: number): void => {
    timer = setTimeout(
      () => {
        look()
          .catch((error: unknown) => report('updates', error))
          .finally(() => wait(4 * hourMs, 8 * hourMs))
      },
      randomInt(least, most),
    ).unref()
  }
  wait(hourMs / 6, hourMs)
  return () => clearTimeout(timer)
}
