// The file that lets a computer into a team: one line, which `npm run team -- --add` prints, and
// behind it the certificate that signed the database's. Written and read here. Pure.
import { X509Certificate } from 'node:crypto'
import { fail, inputFault, ok, type Result } from '#shared/fault.ts'
import { say } from '#shared/message.ts'
import type { Membership } from '../../ledger/team/team-book.ts'
import { publicKeyIn, publicKeyText } from '../people/public-key.ts'

export interface JoinFile {
  membership: Membership
  password: string
  /** 32 bytes, base64url: by it all computers of the team name a payment alike. */
  paymentKey: string
}

const name = '[\\p{L}\\p{N}_.-]{1,63}'
const line = new RegExp(
  `^paydesk-team-1 (\\S{1,253}) (\\d{1,5}) (${name}) ([a-z][a-z0-9-]{0,30}) ([\\w-]{16,128}) ([0-9a-f]{32}) ([a-z][a-z0-9-]{0,30}) (PDK1-\\S+) ([\\w-]{43}) ([0-9a-f]{64})$`,
  'u',
)

/** Its first line. */
export function joinLine({ membership, password, paymentKey }: JoinFile): string {
  const { team, desk, founder, address, ca } = membership
  const { host, port, database } = address
  const who = [desk, password, team, founder.desk, publicKeyText(founder.key), paymentKey]
  const fingerprint = fingerprintOf(new X509Certificate(ca))
  return ['paydesk-team-1', host, port, database, ...who, fingerprint].join(' ')
}

/** Faults: input on `file`. */
export function readJoinFile(text: string): Result<JoinFile> {
  const [first = '', ...rest] = text.replaceAll('\r', '').split('\n')
  const found = line.exec(first.trim())
  if (found === null) return wrong(say('team.not-a-join-file'))
  const [, host = '', port, database = '', desk = '', password = '', team = ''] = found
  const [founderDesk = '', founderKey = '', paymentKey = '', fingerprint = ''] = found.slice(7)
  const key = publicKeyIn(founderKey)
  const ca = certificateIn(rest.join('\n').trim())
  const portNumber = Number(port)
  if (!('key' in key) || portNumber < 1 || portNumber > 65_535)
    return wrong(say('team.not-a-join-file'))
  // MONEY: whoever else signs a certificate could stand in for the team's database.
  if (ca === null || fingerprintOf(ca) !== fingerprint) return wrong(say('team.other-certificate'))
  const founder = { desk: founderDesk, key: key.key }
  const address = { host, port: portNumber, database }
  const membership = { team, desk, founder, address, ca: ca.toString() }
  return ok({ membership, password, paymentKey })
}

const fingerprintOf = ({ fingerprint256 }: X509Certificate): string =>
  fingerprint256.replaceAll(':', '').toLowerCase()

/**
 * Null where the text is not one certificate. MONEY: whatever stands behind the first one would be
 * believed as well, and no fingerprint names it.
 */
function certificateIn(pem: string): X509Certificate | null {
  const isOne = pem.split('-----BEGIN').length === 2 && pem.endsWith('-----END CERTIFICATE-----')
  if (!isOne) return null
  try {
    return new X509Certificate(pem)
  } catch {
    // Node says so in no other way.
    return null
  }
}

const wrong = (message: string): Result<never> => fail(inputFault('file', message))
