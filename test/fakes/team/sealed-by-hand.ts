// The box of docs/team.md, section 2, made by its words alone.
import { createCipheriv, hkdfSync } from 'node:crypto'

export function sealedByHand(
  { paymentKey, team }: { paymentKey: string; team: string },
  topic: string,
  text: string,
): string {
  const secret = Buffer.from(paymentKey, 'base64url')
  const key = Buffer.from(hkdfSync('sha256', secret, team, 'paydesk team approvals 1', 32))
  const nonce = Buffer.alloc(12, 3)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  cipher.setAAD(Buffer.from(topic))
  const made = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, made, cipher.getAuthTag()]).toString('base64')
}
