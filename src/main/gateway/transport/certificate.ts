// A server's certificate in words, for the detail of a refused connection. Pure. It never decides:
// node:tls does.
import { type MessageValue, say } from '#shared/message.ts'

/** The code of a refused connection whose certificate has a common name at most. */
export const NO_NAMES = 'PAYDESK_TLS_CERT_NO_NAMES'

/** The part of node's PeerCertificate that is shown. */
interface CertificateFacts {
  subject?: object
  issuer?: object
  subjectaltname?: string | undefined
  valid_from?: string
  valid_to?: string
}

/**
 * "The certificate is for CN=…, issued by CN=…, valid from … to …." Empty when there is none.
 */
export function describeCertificate(certificate: CertificateFacts | null): string {
  if (certificate?.valid_to === undefined) return ''
  const facts = {
    subject: nameOf(certificate.subject),
    issuer: nameOf(certificate.issuer),
    from: momentOf(certificate.valid_from),
    to: momentOf(certificate.valid_to),
  }
  const names = certificate.subjectaltname
  return names === undefined
    ? say('gateway.certificate', facts)
    : say('gateway.certificate-with-names', { ...facts, names })
}

/** A distinguished name is one name. */
const nameOf = (name: object | undefined): string => {
  const parts = Object.entries(name ?? {}).map(([key, value]) => `${key}=${String(value)}`)
  return parts.length === 0 ? say('gateway.nobody') : parts.join(', ')
}

const momentOf = (text: string | undefined): MessageValue => {
  const at = Date.parse(text ?? '')
  return Number.isNaN(at) ? (text ?? say('gateway.an-unknown-date')) : { at }
}
