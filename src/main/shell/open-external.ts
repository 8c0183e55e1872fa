// The one way out to the person's browser: a parsed https URL whose host stands in an allow-list, exactly. It never opens what a
// page or the service asks for by itself, and nothing else may call the browser.
import { fail, inputFault, ok, type Result } from '#shared/fault.ts'

const refused = (words: string): Result<never> => fail(inputFault('url', words))

/** The URL to open in canonical spelling. Faults: input (url). `hosts` are exact host names in lower case, without a port. */
export function checkExternal(url: unknown, hosts: readonly string[]): Result<string> {
  if (typeof url !== 'string' || url.length > 2048) return refused('That is not a web address.')
  // Browsers drop or fold these before parsing: what a person reads would not be what opens.
  if (/[\s\p{Cc}\p{Cf}\\]/u.test(url))
    return refused('The address holds characters that hide where it leads.')
  if (!/^https:\/\/[^/]/i.test(url)) return refused('Only https addresses are opened.')
  const parsed = URL.parse(url)
  if (parsed === null) return refused('That is not a web address.')
  if (parsed.protocol !== 'https:') return refused('Only https addresses are opened.')
  // An empty name leaves no trace after parsing: the text itself is asked.
  if (/^https:\/\/[^/?#]*@/i.test(url))
    return refused('Addresses with a name or password in them are not opened.')
  if (parsed.port !== '') return refused('Addresses with a port are not opened.')
  if (!hosts.includes(parsed.hostname))
    return refused(`Pages of "${parsed.hostname}" are not opened from here.`)
  return ok(parsed.href)
}

/** Opens it by `open`, or says why not. */
export async function openExternal(
  url: unknown,
  hosts: readonly string[],
  open: (url: string) => Promise<void>,
): Promise<Result<null>> {
  const checked = checkExternal(url, hosts)
  if (!checked.ok) return checked
  await open(checked.value)
  return ok(null)
}
