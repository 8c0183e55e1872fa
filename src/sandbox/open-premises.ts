// Opens the service's books and everything its operations work with, without a socket: start.ts puts it on the network.
import { type Agenda, openAgenda } from './agenda.ts'
import { openBook } from './book.ts'
import { makeClock } from './clock.ts'
import { openFaultBoard } from './faults.ts'
import { type HostName, playHost } from './hosts/profiles.ts'
import { keptIdentity } from './identity.ts'
import { openKeyRing } from './keys.ts'
import { type Premises, serialCounter } from './premises.ts'
import { openRequestLog } from './request-log.ts'
import { seedOnce } from './seed.ts'
import { openStore } from './store.ts'
import { openSwitches } from './switches.ts'

export interface SandboxOptions {
  port?: number
  /** File path, or ':memory:' (the default). */
  db?: string
  seed?: number
  clock?: () => number
  /** How long an accepted transaction takes to settle. */
  processingMs?: number
  /** How long every answer takes while answers-slowly is on. */
  slowMs?: number
  /** Over how many days the seeded orders lie; 0 for none but the training orders. */
  seedDays?: number
  /** Which host of the family it plays; left out, the switches stay as they are kept. */
  host?: HostName
}

export async function openPremises(
  options: SandboxOptions,
): Promise<{ premises: Premises; agenda: Agenda }> {
  const seed = options.seed ?? 1
  const store = openStore(options.db ?? ':memory:')
  const premises: Premises = {
    store,
    book: openBook(store, 6_760_000 + (seed % 1000) * 10),
    log: openRequestLog(store),
    clock: makeClock(options.clock ?? Date.now, store),
    faults: openFaultBoard(),
    switches: openSwitches(store),
    identity: await keptIdentity(store),
    processingMs: options.processingMs ?? 1500,
    slowMs: options.slowMs ?? 2000,
    origin: '',
    keys: openKeyRing(store, options.clock ?? Date.now),
    nextSerial: serialCounter(store),
    wake: () => agenda.wake(),
  }
  const agenda = openAgenda(premises)
  registerOwnKey(premises)
  if (options.host !== undefined) playHost(premises.switches, options.host)
  seedOnce(premises, { seed, days: options.seedDays ?? 4, now: premises.clock.book() })
  return { premises, agenda }
}

/** The pair made for the merchant is registered from the start; keys of the merchant's own making come later. */
function registerOwnKey({ keys, identity }: Premises): void {
  const registered = keys.register(identity.publicKeyPem)
  if (!registered.ok) throw new Error(registered.refusal.message)
}
