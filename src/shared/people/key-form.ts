// A public key and a signature (Ed25519, RFC 8032) as texts: base64 in its only form, with no bit
// that the bytes don't have. MONEY: two texts of one key would be two people.
import { z } from 'zod'

/** 32 bytes. */
export const keyForm = z.string().regex(/^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/)

/** 64 bytes. */
export const signatureForm = z.string().regex(/^[A-Za-z0-9+/]{85}[AQgw]==$/)
