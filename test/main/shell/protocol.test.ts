import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { answerAsset, contentPolicy, readAssets } from '../../../src/main/shell/pages/protocol.ts'

function build(): string {
  const folder = mkdtempSync(join(tmpdir(), 'paydesk-pages-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), '<!doctype html>')
  writeFileSync(join(folder, 'assets', 'index-1.js'), 'void 0')
  return folder
}

describe('the page server', () => {
  const assets = readAssets(build())
  const get = (url: string, method = 'GET') => answerAsset(assets, { url, method })

  it('answers a file of the build with its type and the content policy', async () => {
    const response = get('app://paydesk/assets/index-1.js')
    expect(response.status).toBe(200)
    expect(await response.text()).toBe('void 0')
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(response.headers.get('content-security-policy')).toBe(contentPolicy)
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('permissions-policy')).toContain('camera=()')
  })

  it('gives refusals the content policy too', () => {
    expect(get('app://paydesk/nothing').headers.get('content-security-policy')).toBe(contentPolicy)
  })

  it.each(['POST', 'HEAD', 'PUT', 'OPTIONS'])('refuses %s', (method) => {
    expect(get('app://paydesk/index.html', method).status).toBe(405)
  })

  it('has the policy the security model names', () => {
    expect(contentPolicy).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; " +
        "connect-src 'none'; frame-src 'none'; object-src 'none'; worker-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; " +
        "require-trusted-types-for 'script'; trusted-types vue",
    )
  })

  it('stops the start when the build holds a file it has no type for', () => {
    const folder = build()
    writeFileSync(join(folder, 'run.exe'), '')
    expect(() => readAssets(folder)).toThrow('run.exe')
  })
})
