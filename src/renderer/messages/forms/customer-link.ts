// A link that the gateway answered with, looked at before it is handed to a customer: where it
// leads must be what it shows. Pure.

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
    message: `The gateway’s link is not handed out: ${why}. Ask the gateway what it means.`,
  })
  if (link.length > mostCharacters) return refused(`it has more than ${mostCharacters} characters`)
  if (/[^\x21-\x7e]|\\/.test(link)) return refused('it holds characters that hide where it leads')
  const url = URL.parse(link)
  if (url === null) return refused('it is no web address')
  if (url.username !== '' || url.password !== '') return refused('it holds a user name or password')
  const service = baseUrl === '' ? null : URL.parse(baseUrl)
  // Plain http is for a gateway on this computer alone, which the sandbox is.
  const isHere = url.protocol === 'http:' && (service === null || url.origin === service.origin)
  if (url.protocol !== 'https:' && !(isHere && isLoopback(url.hostname)))
    return refused('it does not begin with https://')
  if (service === null || url.hostname === service.hostname) return { kind: 'usable', message: '' }
  return {
    kind: 'foreign',
    message: `The link leads to ${url.hostname}, not to ${service.hostname}. Hand it out only if you know that the gateway uses this address.`,
  }
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host)
