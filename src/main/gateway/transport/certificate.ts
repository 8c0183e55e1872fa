// A server's certificate in words, for the detail of a refused connection. Pure. It never decides:
// node:tls does.
import { say } from '#shared/message.ts'

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
  const names = certificate.subjectaltname === undefined ? '' : ` (${certificate.subjectaltname})`
  const validity = say('valid-from-valid-from-to-valid-to', {
    validFrom: certificate.valid_from ?? 'an unknown date',
    validTo: certificate.valid_to,
  })
  return say('the-certificate-is-for', {
    subject: nameOf(certificate.subject),
    names,
    issuer: nameOf(certificate.issuer),
    validity,
  })
}

const nameOf = (name: object | undefined): string => {
  const parts = Object.entries(name ?? {}).map(([key, value]) => `${key}=${String(value)}`)
  return parts.length === 0 ? 'nobody' : parts.join(', ')
}
