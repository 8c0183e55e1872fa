// Secrets in the operating system's keychain: the one importer of keytar. It gets, sets and deletes
// single items and never lists: findCredentials kills the process when a Linux keyring is locked. A
// secret is never logged and never part of a message.
import { say } from '#shared/message.ts'
import { fail, ok, type Result, type VaultReason } from '#shared/fault.ts'
import type { Vault } from './vault.ts'

/** The three calls of keytar that are used. */
export interface Keytar {
  getPassword(service: string, account: string): Promise<string | null>
  setPassword(service: string, account: string, password: string): Promise<void>
  deletePassword(service: string, account: string): Promise<boolean>
}

export interface KeychainOptions {
  /** Part of the account name, so that two folders of one computer don't share secrets. */
  profile: string
  limitMs?: number
  /**
   * Loaded at the first call: without libsecret the module itself fails to load, and that means
   * "absent".
   */
  loadKeytar?: () => Promise<Keytar>
}

const KEYCHAIN_NAME = 'Paydesk'
const CANARY = 'canary'
const CANARY_SECRET = 'alive'
const LIMIT_MS = 10_000

type Call = <T>(use: (keytar: Keytar) => Promise<T>) => Promise<Result<T>>

interface Items {
  get(slot: string): Promise<Result<string | null>>
  set(slot: string, secret: string): Promise<Result<void>>
}

export function createKeychainVault(options: KeychainOptions): Vault {
  const call = keychainCalls(options)
  const account = (slot: string): string => `${options.profile}/${slot}`
  const get = (slot: string) => call((keytar) => keytar.getPassword(KEYCHAIN_NAME, account(slot)))
  const set = (slot: string, secret: string) =>
    call((keytar) => keytar.setPassword(KEYCHAIN_NAME, account(slot), secret))
  const canaryAnswers = () => checkCanary({ get, set })

  return {
    kind: 'keychain',
    read: async (slot) => {
      const found = await get(slot)
      if (!found.ok) return found
      if (found.value !== null) return ok(found.value)
      const canary = await canaryAnswers()
      if (!canary.ok) return canary
      // The keyring may have been opened between the two questions.
      const again = await get(slot)
      if (!again.ok) return again
      return again.value === null ? lostSecret(slot) : ok(again.value)
    },
    write: async (slot, secret) => {
      const written = await set(slot, secret)
      if (written.ok) return ok(null)
      if (written.fault.kind !== 'vault' || written.fault.reason !== 'refused') return written
      const canary = await canaryAnswers()
      return canary.ok ? written : canary
    },
    remove: async (slot) => {
      const removed = await call((keytar) => keytar.deletePassword(KEYCHAIN_NAME, account(slot)))
      if (!removed.ok) return removed
      if (removed.value) return ok(null)
      // "Nothing deleted" is what a locked keyring says as well.
      const canary = await canaryAnswers()
      return canary.ok ? ok(null) : canary
    },
    probe: async () => {
      const canary = await canaryAnswers()
      if (canary.ok) return { state: 'ready', message: say('keys.the-keychain-is-open') }
      const { fault } = canary
      return {
        state: fault.kind === 'vault' && fault.reason === 'absent' ? 'absent' : 'locked',
        message: fault.message,
      }
    },
  }
}

/** Calls of the keychain, one at a time, each answered or given up in time. */
function keychainCalls(options: KeychainOptions): Call {
  const limitMs = options.limitMs ?? LIMIT_MS
  // One after the other: a call that hangs keeps one of the four threads that files and
  // cryptography need as well.
  let queue: Promise<unknown> = Promise.resolve()
  let hanging = 0

  const callNow = async <T>(use: (keytar: Keytar) => Promise<T>): Promise<Result<T>> => {
    if (hanging > 0) return vaultFault('no-answer', NO_ANSWER)
    let timer: NodeJS.Timeout | undefined
    const limit = new Promise<Result<T>>((resolve) => {
      timer = setTimeout(() => {
        resolve(vaultFault('no-answer', NO_ANSWER))
      }, limitMs)
    })
    hanging += 1
    const answer = (options.loadKeytar ?? loadKeytar)()
      .then(use)
      .then((value): Result<T> => ok(value), faultOf)
      .finally(() => {
        hanging -= 1
      })
    try {
      return await Promise.race([answer, limit])
    } finally {
      clearTimeout(timer)
    }
  }

  return <T>(use: (keytar: Keytar) => Promise<T>): Promise<Result<T>> => {
    const turn = queue.then(() => callNow(use))
    queue = turn
    return turn
  }
}

/**
 * A locked keyring answers null for everything, without an error. The canary item tells: when it
 * answers, the keyring is open. When it doesn't, only writing it shows whether the keyring is
 * locked or new (or emptied).
 */
async function checkCanary({ get, set }: Items): Promise<Result<null>> {
  const seen = await get(CANARY)
  if (!seen.ok) return seen
  if (seen.value !== null) return ok(null)
  const written = await set(CANARY, CANARY_SECRET)
  if (!written.ok)
    return written.fault.kind === 'vault' && written.fault.reason === 'refused'
      ? vaultFault('locked', LOCKED)
      : written
  const back = await get(CANARY)
  if (!back.ok) return back
  return back.value === CANARY_SECRET ? ok(null) : vaultFault('locked', LOCKED)
}

async function loadKeytar(): Promise<Keytar> {
  const module = await import('keytar')
  // A CommonJS module: what it exports is `default` when Node loads it.
  return 'default' in module ? (module.default as Keytar) : module
}

const LOCKED = say('keys.the-keychain-is-locked')
const ABSENT = say('audit.no-keychain')
const NO_ANSWER = say('keys.keychain-silent')

/**
 * Messages of libsecret, macOS and Windows; what fits none is "refused". They name no secret, but
 * are not shown either.
 */
function faultOf(error: unknown): Result<never> {
  const message = error instanceof Error ? error.message : String(error)
  if (
    /autolaunch D-Bus|D-Bus without|dbus-launch|ServiceUnknown|org\.freedesktop\.secrets|libsecret|Could not connect|cannot open shared object|ERR_DLOPEN|Cannot find (?:module|package)/i.test(
      message,
    )
  )
    return vaultFault('absent', ABSENT)
  if (/locked|dismissed|User interaction is not allowed|prompt/i.test(message))
    return vaultFault('locked', LOCKED)
  return vaultFault('refused', say('keys.the-keychain-refused-the-request'))
}

const vaultFault = (reason: VaultReason, message: string): Result<never> =>
  fail({ kind: 'vault', sent: 'no', reason, message })

/** The keychain answers, and has not the secret that belongs here. */
export const lostSecret = (slot: string): Result<never> => vaultFault('lost', missing(slot))

/** In the words of the screen where the key can be entered. */
const missing = (slot: string): string =>
  slot.includes('/next_')
    ? say('keys.keychain-no-next-key')
    : slot.endsWith('/merchant_control_key')
      ? say('keys.keychain-no-control-key')
      : slot.endsWith('/private_key') || slot === 'keyring/key-encryption-key'
        ? say('keys.keychain-no-rsa-key')
        : say('keys.keychain-no-secret', { slot })
