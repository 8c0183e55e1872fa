// The file that lets a computer into a team: read whole or not at all. MONEY: the founder's key and
// the certificate in it are believed for ever.
import { X509Certificate } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { formatMessages } from '#wording/format-messages.ts'
import { readJoinFile } from '../../../../src/main/desk/team/join-file.ts'
import { publicKeyText } from '../../../../src/main/desk/people/public-key.ts'
import { keyText } from '../../../../src/main/team/records/record.ts'
import { paymentKeyOf } from '../../../../src/main/team/records/topics.ts'
import { makeCertificates } from '../../../fakes/postgres/certificates.ts'
import { newKey } from '../../../fakes/postgres/team.ts'

const folder = mkdtempSync(join(tmpdir(), 'paydesk-join-'))
afterAll(() => rmSync(folder, { recursive: true }))
const { ca } = makeCertificates(folder, 'IP:127.0.0.1')
const founder = keyText(newKey())
const fingerprint = new X509Certificate(ca).fingerprint256.replaceAll(':', '').toLowerCase()
const password = 'only-in-tests-of-a-team'
const paymentKey = paymentKeyOf(newKey(), 'ab'.repeat(16))
const line = `paydesk-team-1 db.example.test 5432 shop desk-2 ${password} ${'ab'.repeat(16)} office ${publicKeyText(founder)} ${paymentKey} ${fingerprint}`

describe('a file that lets a computer in', () => {
  it('says where the team is, whom to believe, and the password', () => {
    expect(readJoinFile(`${line}\n${ca}`)).toEqual({
      ok: true,
      value: {
        membership: {
          ...{ team: 'ab'.repeat(16), desk: 'desk-2', founder: { desk: 'office', key: founder } },
          address: { host: 'db.example.test', port: 5432, database: 'shop' },
          ca: new X509Certificate(ca).toString(),
        },
        ...{ password, paymentKey },
      },
    })
    expect(readJoinFile(`${line}\r\n${ca.replaceAll('\n', '\r\n')}`).ok).toBe(true)
  })

  it.each([
    ['nothing', '', /does not let a computer join/],
    ['another line', `${line} more\n${ca}`, /does not let a computer join/],
    [
      'a port that is none',
      `${line.replace(' 5432 ', ' 70000 ')}\n${ca}`,
      /does not let a computer join/,
    ],
    [
      'a key that is mistyped',
      `${line.replace('PDK1-', 'PDK1-A')}\n${ca}`,
      /does not let a computer join/,
    ],
    ['a second certificate', `${line}\n${ca}\n${ca}`, /is not the one that its first line names/],
    ['a text behind it', `${line}\n${ca}\nand more`, /is not the one that its first line names/],
    ['no certificate', line, /is not the one that its first line names/],
    [
      'another certificate',
      `${line.replace(/.$/, (end) => (end === '0' ? '1' : '0'))}\n${ca}`,
      /is not the one that/,
    ],
  ])('with %s is none', (_what, text, why) => {
    const read = formatMessages(readJoinFile(text))
    expect(read).toMatchObject({ ok: false, fault: { kind: 'input', field: 'file' } })
    expect(JSON.stringify(read)).toMatch(why)
  })
})
