// The box in which a request that waits for approval lies in the team's database: whoever reads the
// database reads none, and what lies in another topic, or was changed, does not open. It says
// nothing of who may ask or sign. Pure.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { mostSealed } from './record.ts'

const nonceBytes = 12
const tagBytes = 16

export interface ApprovalBox {
  /** Null for a text that is too long for a record. */
  seal(topic: string, text: string): string | null
  /** Null for what this team did not seal for this topic. */
  open(topic: string, sealed: string): string | null
}

/** By the key that each joining file carries. */
export function approvalBox(paymentKey: string, team: string): ApprovalBox {
  const secret = Buffer.from(paymentKey, 'base64url')
  const key = Buffer.from(hkdfSync('sha256', secret, team, 'paydesk team approvals 1', 32))
  return {
    seal: (topic, text) => {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
      cipher.setAAD(Buffer.from(topic, 'utf8'))
      const made = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      const sealed = Buffer.concat([nonce, made, cipher.getAuthTag()]).toString('base64')
      return sealed.length > mostSealed ? null : sealed
    },
    open: (topic, sealed) => {
      const bytes = Buffer.from(sealed, 'base64')
      if (bytes.length < nonceBytes + tagBytes) return null
      const nonce = bytes.subarray(0, nonceBytes)
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
      decipher.setAAD(Buffer.from(topic, 'utf8'))
      decipher.setAuthTag(bytes.subarray(-tagBytes))
      try {
        const made = decipher.update(bytes.subarray(nonceBytes, -tagBytes))
        return Buffer.concat([made, decipher.final()]).toString('utf8')
      } catch {
        // By another key, for another topic, or changed.
        return null
      }
    },
  }
}
