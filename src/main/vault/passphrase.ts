// A key out of a passphrase: scrypt, in a thread of the pool. What a file says of its cost is not
// believed beyond a bound. The bytes of the passphrase are overwritten.
import { scrypt } from 'node:crypto'

/** Memory for one try: 128 * N * r bytes; the time grows with N * r * p. */
export interface WrapCost {
  N: number
  r: number
  p: number
}

/** 64 MiB and about a third of a second: as OWASP advises for scrypt. */
export const usualCost: WrapCost = { N: 2 ** 16, r: 8, p: 2 }
/** What a keychain or a file says is not believed beyond this. */
const mostMemory = 256 * 1024 * 1024

export const isBearable = (cost: WrapCost): boolean =>
  memoryOf(cost) <= mostMemory && cost.p <= 16 && cost.N >= 2 && Number.isInteger(Math.log2(cost.N))

const memoryOf = ({ N, r }: WrapCost): number => 128 * N * r

/** Two spellings of one letter are one passphrase. The caller overwrites what comes out. */
export async function derive(
  passphrase: string,
  salt: Buffer,
  cost: WrapCost,
  length = 32,
): Promise<Buffer> {
  const bytes = Buffer.from(passphrase.normalize('NFC'), 'utf8')
  const maxmem = memoryOf(cost) + 128 * cost.r * (cost.p + 2) + 1024 * 1024
  try {
    return await new Promise((resolve, reject) => {
      scrypt(bytes, salt, length, { ...cost, maxmem }, (error, key) =>
        error === null ? resolve(key) : reject(error),
      )
    })
  } finally {
    bytes.fill(0)
  }
}
