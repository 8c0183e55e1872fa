// A page asks app://paydesk for files outside the build: dots in every spelling, other hosts, other
// schemes. There is no path to walk: only the map's own keys are answered.
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answerAsset, readAssets } from '../../src/main/shell/pages/protocol.ts'

const top = mkdtempSync(join(tmpdir(), 'paydesk-traversal-'))
mkdirSync(join(top, 'renderer', 'assets'), { recursive: true })
writeFileSync(join(top, 'secret.html'), 'SECRET')
writeFileSync(join(top, 'renderer', 'index.html'), 'PAGE')
writeFileSync(join(top, 'renderer', 'assets', 'a.js'), 'PAGE')
const assets = readAssets(join(top, 'renderer'))
const served = new Set(['/index.html', '/assets/a.js'])

const steps = [
  '..',
  '.',
  '%2e%2e',
  '%2E.',
  '..%2f',
  '..%5c',
  '..\\',
  '....//',
  '%252e%252e',
  '\u2025',
  '%c0%ae%c0%ae',
  '..;',
  '..%00',
  '%2e%2e%2f',
]

describe('a request that walks out of the build', () => {
  it.each(
    steps.flatMap((step) => [
      [`app://paydesk/${step}/secret.html`],
      [`app://paydesk/assets/${step}/${step}/secret.html`],
      [`app://paydesk/${step}/${step}/${step}/${step}/etc/passwd`],
    ]),
  )('%s finds nothing', async (url) => {
    const response = answerAsset(assets, { url, method: 'GET' })
    expect(response.status).toBe(404)
    expect(await response.text()).not.toContain('SECRET')
  })

  it.each([
    'app://paydesk',
    'app://paydesk/',
    'app://paydesk/index.html?x=1',
    'app://paydesk//index.html',
    'app://paydesk/INDEX.HTML',
    'app://paydesk/index.html/',
    'app://evil/index.html',
    'app://paydesk.evil/index.html',
    'app://paydesk:80/index.html',
    'app://user@paydesk/index.html',
    'https://paydesk/index.html',
    'file:///etc/passwd',
    'data:text/html,x',
    'index.html',
    '',
  ])('%j finds nothing', (url) => {
    expect(answerAsset(assets, { url, method: 'GET' }).status).toBe(404)
  })

  it('only the keys of the map are ever served', () => {
    const part = fc.constantFrom(...steps, 'assets', 'a.js', 'index.html', 'secret.html', '', '/')
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
        const url = `app://paydesk/${parts.join('/')}`
        const response = answerAsset(assets, { url, method: 'GET' })
        if (response.status === 200) expect(served).toContain(new URL(url).pathname)
      }),
      { numRuns: 2000 },
    )
  })
})
