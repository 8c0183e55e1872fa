// Public keys registered for the merchant, and the nonces used up. A nonce is kept for twice the
// time window, across restarts.
import { createHash } from 'node:crypto'
import { accept, type Checked } from '../http/refusal.ts'
import type { Store } from '../book/store.ts'
import { readPublicKey, type Stamp, WINDOW_S } from './verify-oauth.ts'

export interface RegisteredKey {
  fingerprint: string
  pem: string
}

export type KeyRing = ReturnType<typeof openKeyRing>

const CONTROL_KEYS = 'control-keys'

export function openKeyRing(store: Store, now: () => number) {
  return {
    /** A public key that signs no longer. */
    retire(fingerprint: string): void {
      store.run('DELETE FROM public_keys WHERE fingerprint = ?', fingerprint)
    },
    /** The control keys that are taken; `own` alone until others were named. */
    controls(own: string): string[] {
      const named = store.read(CONTROL_KEYS)
      return named === undefined ? [own] : (JSON.parse(named) as string[])
    },
    nameControls: (keys: readonly string[]): void =>
      store.write(CONTROL_KEYS, JSON.stringify(keys)),
    /** Answers the SHA-256 fingerprint of the key's DER form, as hexadecimal. */
    register(pem: string): Checked<string> {
      const key = readPublicKey(pem)
      if (!key.ok) return key
      const der = key.value.export({ type: 'spki', format: 'der' })
      const fingerprint = createHash('sha256').update(der).digest('hex')
      store.run(
        'INSERT OR IGNORE INTO public_keys (fingerprint, pem, at) VALUES (?, ?, ?)',
        fingerprint,
        key.value.export({ type: 'spki', format: 'pem' }).toString(),
        now(),
      )
      return accept(fingerprint)
    },
    list: (): RegisteredKey[] =>
      store.all<RegisteredKey>('SELECT fingerprint, pem FROM public_keys ORDER BY at, fingerprint'),
    isUsed: (consumer: string, stamp: Stamp): boolean =>
      store.first(
        'SELECT 1 FROM nonces WHERE consumer = ? AND nonce = ?',
        consumer,
        stamp.nonce,
      ) !== undefined,
    use(consumer: string, stamp: Stamp): void {
      const oldest = Math.floor(now() / 1000) - 2 * WINDOW_S
      store.atomically(() => {
        store.run('DELETE FROM nonces WHERE stamp < ?', oldest)
        store.run(
          'INSERT INTO nonces (nonce, consumer, stamp) VALUES (?, ?, ?)',
          stamp.nonce,
          consumer,
          stamp.timestamp,
        )
      })
    },
  }
}
