// Which scheme a request must be signed with, and the verdict. interface.md: an operation uses
// exactly one; where it shows none, any of the route's schemes is taken, chosen by what the request
// carries.
import type { Fields } from './http/fields.ts'
import type { SandboxContext, Route, RouteAuth } from './context/context.ts'
import { readPairs, type Received, redacted } from './http/received.ts'
import { accept, type Checked } from './http/refusal.ts'
import { type SignatureFinding, verifyControl } from './signing/verify-control.ts'
import { type OAuthMethod, verifyOAuth } from './signing/verify-oauth.ts'

export interface Signed {
  received: Received
  route: Route
  fields: Fields
  pairs: [string, string][]
  addressed: string
}

export interface Verdict {
  checked: Checked<null>
  finding: SignatureFinding | null
}

const methodNames = { 'hmac-sha1': 'HMAC-SHA1', 'rsa-sha256': 'RSA-SHA256' } as const

/** The scheme this request is verified with. */
export function schemeOf({ route, received, fields }: Signed): 'control' | 'oauth' {
  const schemes: RouteAuth[] = [...route.auth]
  const hasOAuth = schemes.some(({ scheme }) => scheme !== 'control')
  const hasControl = schemes.some(({ scheme }) => scheme === 'control')
  if (!hasOAuth) return 'control'
  if (!hasControl) return 'oauth'
  return received.headers.authorization !== undefined && !fields.has('control')
    ? 'oauth'
    : 'control'
}

export function checkSignature(context: SandboxContext, signed: Signed): Verdict {
  const { route, fields, addressed, received } = signed
  const { switches } = context
  const { login, merchantControlKey } = context.identity
  const controlKeys = context.keys.controls(merchantControlKey)
  if (schemeOf(signed) === 'control') {
    const auth = route.auth.find((one) => one.scheme === 'control')
    if (auth?.scheme !== 'control') throw new Error(`${route.id} has no control formula`)
    const { formula } = auth
    return withAnyKey(controlKeys, (key) =>
      verifyControl(formula, fields, {
        ...{ endpointId: addressed, login, key },
        hasTwoDecimals: switches.isOn('amounts-always-2'),
        encodings: (['hex-upper', 'base64'] as const).filter((one) =>
          switches.isOn(`control-${one}`),
        ),
      }),
    )
  }
  const query = readPairs(received.target.split('?')[1] ?? '')
  if (!query.ok) return { checked: query, finding: null }
  const methods = route.auth.flatMap(({ scheme }): OAuthMethod[] =>
    scheme === 'control' ? [] : [methodNames[scheme]],
  )
  const { checked, finding } = withAnyKey(controlKeys, (key) =>
    verifyOAuth(
      methods,
      {
        url: received.url,
        query: query.value,
        body: signed.pairs,
        shownBody: redacted(signed.pairs),
        authorization: received.headers.authorization,
      },
      { login, key, publicKeys: context.keys.list().map(({ pem }) => pem) },
      context.clock.door(),
      (stamp) => context.keys.isUsed(login, stamp),
    ),
  )
  if (!checked.ok) return { checked, finding }
  context.keys.use(login, checked.value)
  return { checked: accept(null), finding }
}

/** Of several keys the finding is the first one's, where none fits. */
function withAnyKey<T extends { checked: Checked<unknown> }>(
  keys: readonly string[],
  verify: (key: string) => T,
): T {
  const [first = '', ...others] = keys
  const verdict = verify(first)
  if (verdict.checked.ok) return verdict
  for (const key of others) {
    const other = verify(key)
    if (other.checked.ok) return other
  }
  return verdict
}
