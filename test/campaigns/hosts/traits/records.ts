// Records: their labels, their encoding, what is around them and what stands in them twice.
import { gzipSync } from 'node:zlib'
import type { Trait, Reply, Reported } from '../foreign/trait.ts'

const labelled =
  (type: string) =>
  (reply: Reply): Reply => ({ ...reply, headers: type === '' ? {} : { 'content-type': type } })

const percent = (text: string): string => encodeURIComponent(text).replaceAll('%20', '+')
const formOf = (
  reported: Reported,
  value: (text: string, key: string) => string = percent,
): string =>
  Object.entries(reported)
    .map(([key, text]) => `${key}=${value(String(text), key)}%0A`)
    .join('&')
const asForm = (reply: Reply, body: string | Buffer, type = 'text/html;charset=utf-8'): Reply => ({
  ...reply,
  headers: { 'content-type': type },
  body,
})

/** "Иван" and a bank in windows-1251. */
const cyrillic = Buffer.from([0xc8, 0xe2, 0xe0, 0xed])
const named = (reported: Reported): Reported =>
  'name' in reported ? { ...reported, name: 'Ivan' } : reported

const underscored = (reported: Reported): Reported =>
  Object.fromEntries(
    Object.entries(reported).map(([key, value]) => [key.replaceAll('-', '_'), value]),
  )

export const records: readonly Trait[] = [
  {
    name: 'form answers',
    about: '`text/html`, each value ending in a newline.',
    source: 'family document',
    writes: (reply, reported) => asForm(reply, formOf(reported)),
  },
  {
    name: 'form answers as text/plain, with CRLF',
    about: 'Without a charset.',
    source: 'family document',
    writes: (reply, reported) =>
      asForm(reply, formOf(reported).replaceAll('%0A', '%0D%0A\r\n'), 'text/plain'),
  },
  {
    name: 'form answers, end unmarked',
    about: 'HTTP/1.0: the closed connection marks the end.',
    source: 'family document',
    writes: (reply, reported) => ({ ...asForm(reply, formOf(reported)), isUnmarked: true }),
  },
  {
    name: 'form answers labelled as JSON',
    about: '`application/vnd.pay+json` before form text.',
    source: 'invented',
    writes: (reply, reported) => asForm(reply, formOf(reported), 'application/vnd.pay+json'),
  },
  {
    name: 'form answers in windows-1251',
    about: 'The name is no valid UTF-8.',
    source: 'family document',
    writes: (reply, reported) => {
      const [head = '', tail] = formOf(named(reported)).split('Ivan')
      const bytes = tail === undefined ? [head] : [head, cyrillic, tail]
      return asForm(reply, Buffer.concat(bytes.map((part) => Buffer.from(part))), 'text/html')
    },
  },
  {
    name: 'form answers in windows-1251, percent-encoded',
    about: '`%C8%E2%E0%ED`.',
    source: 'family document',
    writes: (reply, reported) =>
      asForm(reply, formOf(named(reported)).replace('Ivan', '%C8%E2%E0%ED')),
  },
  {
    name: 'form answers with a stray percent sign',
    about: 'One value holds `100%`.',
    source: 'invented',
    writes: (reply, reported) =>
      asForm(
        reply,
        formOf(reported, (text, key) => (key === 'bank-name' ? 'BANK 100%' : percent(text))),
      ),
  },
  {
    name: 'JSON, end unmarked',
    about: 'HTTP/1.0: the closed connection marks the end.',
    source: 'invented',
    writes: (reply) => ({ ...reply, isUnmarked: true }),
  },
  {
    name: 'a byte order mark in front',
    about: 'Of the JSON.',
    source: 'invented',
    writes: (reply) => ({ ...reply, body: `\uFEFF${String(reply.body)}` }),
  },
  {
    name: 'JSON without a content type',
    about: 'No `Content-Type`.',
    source: 'invented',
    writes: labelled(''),
  },
  {
    name: 'JSON labelled text/html',
    about: 'Like the form answers.',
    source: 'public server',
    writes: labelled('text/html;charset=utf-8'),
  },
  {
    name: 'JSON labelled text/json',
    about: 'An old name.',
    source: 'invented',
    writes: labelled('text/json'),
  },
  {
    name: 'JSON in an array',
    about: '`[{...}]`.',
    source: 'invented',
    writes: (reply) => ({ ...reply, body: `[${String(reply.body)}]` }),
  },
  {
    name: 'JSON wrapped',
    about: '`{"response":{...}}`.',
    source: 'invented',
    writes: (reply) => ({ ...reply, body: `{"response":${String(reply.body)}}` }),
  },
  {
    name: 'JSON with a key twice',
    about: '`type`, with the same value.',
    source: 'invented',
    writes: (reply, reported) => ({
      ...reply,
      body: String(reply.body).replace(/\}$/, `,"type":"${String(reported['type'])}"}`),
    }),
  },
  {
    name: 'JSON without a type',
    about: 'As an emulator of the family answers.',
    source: 'public server',
    tells: ({ type: _type, ...reported }) => reported,
  },
  {
    name: 'JSON over many lines',
    about: 'Indented, with empty values as `null`.',
    source: 'invented',
    writes: (reply, reported) => ({
      ...reply,
      body: JSON.stringify({ ...reported, email: null }, null, 2),
    }),
  },
  {
    name: 'underscores in redirect_url',
    about: 'The address of a link has another name.',
    source: 'public server',
    tells: ({ 'redirect-url': link, ...reported }) =>
      link === undefined ? reported : { ...reported, redirect_url: link },
  },
  {
    name: 'underscores in all keys',
    about: '`paynet_order_id`.',
    source: 'public server',
    tells: underscored,
  },
  {
    name: 'gzip, although not asked for',
    about: '`Content-Encoding: gzip`.',
    source: 'invented',
    writes: (reply) => ({
      ...reply,
      headers: { ...reply.headers, 'content-encoding': 'gzip' },
      body: gzipSync(reply.body),
    }),
  },
  {
    name: 'HTML in error messages',
    about: '`<b>Refused</b>`.',
    source: 'family document',
    tells: (reported) =>
      'error-message' in reported
        ? { ...reported, 'error-message': `<b>${String(reported['error-message'])}</b>` }
        : reported,
  },
]
