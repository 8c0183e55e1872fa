// Texts for the fake bridge: an explained signature in main's form, a test's checks, a public key.
import type {
  ConnectionDetails,
  ConnectionTest,
  SignatureExplanation,
} from '../../src/shared/bridge/connections.ts'

export const publicPem = [
  '-----BEGIN PUBLIC KEY-----',
  ...Array.from({ length: 12 }, (_, line) => `${'MIICIjANBgkqhkiG9w0B'.repeat(3)}AQ${line % 10}x`),
  '-----END PUBLIC KEY-----',
  '',
].join('\n')

const returnRequest = {
  client_orderid: 'practice-sale-1',
  orderid: '700101',
  amount: '12.50',
  currency: 'EUR',
  comment: 'Customer sent one lamp back',
}

const encode = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/** Of two kinds only: `return` by control, anything else by an OAuth base string. */
export function explanationOf(
  connection: ConnectionDetails,
  operation: string,
  request: Readonly<Record<string, string>> = returnRequest,
): SignatureExplanation {
  const isControl = operation === 'return'
  const url = `${connection.baseUrl}/api/${isControl ? 'v2' : 'v4'}/${operation}/${connection.endpointId}`
  const sent = Object.entries(request).map(([name, value]) => ({
    name,
    value: /card_number|card-no|cvv2/.test(name) ? '•••' : value,
  }))
  const minor = (request['amount'] ?? '').replace('.', '').replace(/^0+/, '')
  const oauth = [
    ['oauth_consumer_key', connection.login],
    ['oauth_nonce', '<NONCE>'],
    ['oauth_signature_method', 'RSA-SHA256'],
    ['oauth_timestamp', '<TIMESTAMP>'],
    ['oauth_version', '1.0'],
  ] as const
  const signed = [...sent.map((field) => [field.name, field.value] as const), ...oauth]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&')
  const fields = isControl
    ? [{ name: 'login', value: connection.login }, ...sent, { name: 'control', value: '<CONTROL>' }]
    : sent
  const headers = [
    { name: 'Content-Type', value: 'application/x-www-form-urlencoded' },
    { name: 'Accept', value: 'application/vnd.pay+json' },
    ...(isControl
      ? []
      : [
          {
            name: 'Authorization',
            value: `OAuth ${oauth.map(([name, value]) => `${name}="${encode(value)}"`).join(', ')}, oauth_signature="<SIGNATURE>"`,
          },
        ]),
  ]
  return {
    operation,
    connectionName: connection.name,
    scheme: isControl ? 'control' : 'rsa-sha256',
    formula: isControl
      ? 'sha1(login + client_orderid + orderid + amount:minor + currency + merchant_control_key)'
      : 'base64(rsa-sha256(private_key, METHOD & url & sorted parameters))',
    plain: isControl
      ? `${connection.login}${request['client_orderid'] ?? ''}${request['orderid'] ?? ''}${minor}${request['currency'] ?? ''}<MERCHANT_CONTROL_KEY>`
      : `POST&${encode(url)}&${encode(signed)}`,
    url,
    headers,
    fields,
    curl: [
      `curl '${url}'`,
      ...headers.map(({ name, value }) => `  -H '${name}: ${value}'`),
      ...fields.map(({ name, value }) => `  --data-urlencode '${name}=${value}'`),
    ].join(' \\\n'),
  }
}

/** Good with a control key, else refused for its credentials. */
export function testOf(connection: ConnectionDetails, at: number): ConnectionTest {
  const isGood = connection.control.isSet || connection.isEmbedded
  return {
    connectionId: connection.id,
    at,
    tookMs: 340,
    verdict: isGood ? 'good' : 'bad',
    summary: isGood
      ? 'The gateway answers, knows this login and accepts the control key.'
      : 'The gateway answers, but does not accept who is asking.',
    checks: [
      {
        topic: 'address',
        state: 'good',
        message: 'The address answers.',
        detail: '203.0.113.10:443',
      },
      {
        topic: 'certificate',
        state: 'good',
        message: 'The certificate is trusted until 2027-02-01.',
        detail: 'CN=gate.example, issued by Example CA R3',
      },
      { topic: 'path', state: 'good', message: 'The gateway is at this path.', detail: '' },
      { topic: 'answer', state: 'good', message: 'It answers in the gateway’s form.', detail: '' },
      isGood
        ? {
            topic: 'credentials',
            state: 'good',
            message: 'Login, endpoint id and control key are accepted.',
            detail: '',
          }
        : {
            topic: 'credentials',
            state: 'bad',
            message: 'No control key is set, so nothing could be asked.',
            detail: '',
          },
      isGood
        ? { topic: 'clock', state: 'good', message: 'The clocks agree.', detail: '' }
        : { topic: 'clock', state: 'unknown', message: 'Not seen.', detail: '' },
    ],
    skewMs: isGood ? 400 : null,
    serialNumber: isGood ? '00000000-0000-0000-0000-000002d9b4c7' : null,
  }
}
