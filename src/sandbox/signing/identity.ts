// Who the merchant is at this gateway: made once per database and kept there, so that a restart
// keeps every key valid.
import { generateKeyPair, randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import type { Store } from '../book/store.ts'

export interface Identity {
  endpointId: string
  groupId: string
  login: string
  merchantControlKey: string
  /** PKCS#8 PEM of the pair made for the merchant; its public half is registered here. */
  privateKeyPem: string
  publicKeyPem: string
}

/**
 * Every gateway that a process opens anew has it: to make one takes longer than the rest of a
 * start.
 */
let madePair: Promise<{ privateKey: string; publicKey: string }> | undefined

export async function storedIdentity(store: Store): Promise<Identity> {
  const kept = store.read('identity')
  if (kept !== undefined) return JSON.parse(kept) as Identity
  const pair = await (madePair ??= promisify(generateKeyPair)('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  }))
  const identity: Identity = {
    endpointId: '1144',
    groupId: '77',
    login: 'sandbox-merchant',
    merchantControlKey: randomUUID().toUpperCase(),
    privateKeyPem: pair.privateKey,
    publicKeyPem: pair.publicKey,
  }
  store.write('identity', JSON.stringify(identity))
  return identity
}
