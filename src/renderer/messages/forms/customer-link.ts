// Checks a link from the gateway before it is handed to a customer: the link must lead where it
// says. And what may go with it. Pure.
import { t } from '../message.ts'

/**
 * `words` say to the operator what is wrong; a foreign link can be meant, a refused one is not
 * handed out.
 */
export type CheckedLink =
  | { kind: 'usable'; message: '' }
  | { kind: 'foreign'; message: string }
  | { kind: 'refused'; message: string }

/** More fits no QR code that a camera reads, and no address line. */
const mostCharacters = 2_000

/**
 * `baseUrl` is the address of the connection that the link came over; '' where only the link itself
 * is looked at.
 */
export function checkLink(link: string, baseUrl: string): CheckedLink {
  const refused = (why: string): CheckedLink => ({
    kind: 'refused',
    message: t('operations.link-withheld', { why }),
  })
  if (link.length > mostCharacters)
    return refused(t('operations.link-too-long', { mostCharacters }))
  if (/[^\x21-\x7e]|\\/.test(link)) return refused(t('operations.link-hides-target'))
  const url = URL.parse(link)
  if (url === null) return refused(t('operations.it-is-no-web-address'))
  if (url.username !== '' || url.password !== '') return refused(t('operations.link-with-login'))
  const service = baseUrl === '' ? null : URL.parse(baseUrl)
  // Plain http is for a gateway on this computer alone, which the sandbox is.
  const isHere = url.protocol === 'http:' && (service === null || url.origin === service.origin)
  if (url.protocol !== 'https:' && !(isHere && isLoopback(url.hostname)))
    return refused(t('operations.link-not-https'))
  if (service === null || url.hostname === service.hostname) return { kind: 'usable', message: '' }
  return {
    kind: 'foreign',
    message: t('operations.link-to-other-host', {
      hostname: url.hostname,
      otherHostname: service.hostname,
    }),
  }
}

/**
 * For an e-mail or a chat. Nothing is opened from here: no address leads out of the window. `what`
 * is a description and an amount with its currency; an empty one is left out.
 */
export function messageOfLink(what: readonly string[], link: string): string {
  const about = what
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(', ')
  return about === ''
    ? t('payouts.message-of-link', { link })
    : t('payouts.message-about-link', { about, link })
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host)
