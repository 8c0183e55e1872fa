// Opens the gateway's books and everything its operations work with, without a socket: start.ts
// puts it on the network.
import { randomBytes } from 'node:crypto'
import { type Scheduler, openScheduler } from './events/scheduler.ts'
import { openBook, type Transaction } from './book/book.ts'
import { makeClock } from './context/clock.ts'
import { openFaultBoard } from './context/faults.ts'
import { type HostName, playHost } from './hosts/profiles.ts'
import { storedIdentity } from './signing/identity.ts'
import { openKeyRing } from './signing/keys.ts'
import { type SandboxContext, serialCounter } from './context/context.ts'
import { openRequestLog } from './context/request-log.ts'
import { seedOnce } from './events/seed.ts'
import { openStore } from './book/store.ts'
import { openSwitches } from './context/switches.ts'

export interface SandboxOptions {
  port?: number
  /** File path, or ':memory:' (the default). */
  db?: string
  seed?: number
  clock?: () => number
  /** How long an accepted transaction takes to become final. */
  processingMs?: number
  /** How long every answer takes while answers-slowly is on. */
  slowMs?: number
  /** Over how many days the seeded orders lie; 0 for none but the training orders. */
  seedDays?: number
  /** Which host of the family it plays; left out, the switches stay as they are kept. */
  host?: HostName
  onTold?: (serial: string, stage: Readonly<Transaction>) => void
}

export async function openContext(
  options: SandboxOptions,
): Promise<{ context: SandboxContext; scheduler: Scheduler }> {
  const seed = options.seed ?? 1
  const store = openStore(options.db ?? ':memory:')
  const context: SandboxContext = {
    store,
    book: openBook(store, 6_760_000 + (seed % 1000) * 10),
    log: openRequestLog(store),
    clock: makeClock(options.clock ?? Date.now, store),
    faults: openFaultBoard(),
    switches: openSwitches(store),
    identity: await storedIdentity(store),
    processingMs: options.processingMs ?? 1500,
    slowMs: options.slowMs ?? 2000,
    origin: '',
    consoleToken: randomBytes(16).toString('hex'),
    keys: openKeyRing(store, options.clock ?? Date.now),
    nextSerial: serialCounter(store),
    wake: () => scheduler.wake(),
    onTold: options.onTold ?? (() => undefined),
  }
  const scheduler = openScheduler(context)
  registerOwnKey(context)
  if (options.host !== undefined) playHost(context.switches, options.host)
  seedOnce(context, { seed, days: options.seedDays ?? 4, now: context.clock.book() })
  return { context, scheduler }
}

/**
 * The pair made for the merchant is registered from the start; keys of the merchant's own making
 * come later.
 */
function registerOwnKey({ keys, identity }: SandboxContext): void {
  const registered = keys.register(identity.publicKeyPem)
  if (!registered.ok) throw new Error(registered.refusal.message)
}
