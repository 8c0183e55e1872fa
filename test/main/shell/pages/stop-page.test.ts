import { describe, expect, it } from 'vitest'
import { stopPage } from '../../../../src/main/shell/pages/stop-page.ts'

const text = (message: string, detail = ''): string => {
  const fault = { kind: 'conflict', sent: 'yes', message, detail } as const
  return new TextDecoder().decode(stopPage(fault, '/records & more').body)
}

describe('the page shown when Paydesk can not start', () => {
  it('says the words, the detail and where the records are', () => {
    const html = text('The ledger is open elsewhere.', 'ledger.sqlite')
    expect(html).toContain('The ledger is open elsewhere.')
    expect(html).toContain('<pre>ledger.sqlite</pre>')
    expect(html).toContain('/records &#38; more')
  })

  it('shows words as text, whatever they hold', () => {
    const html = text('<img src=x onerror=alert(1)>', '"\'</pre><script>')
    expect(html).not.toContain('<img')
    expect(html).not.toContain('<script')
  })

  it('names the incident of a bug', () => {
    const fault = { kind: 'bug', sent: 'maybe', message: 'm', incident: 'ABCD2345' } as const
    expect(new TextDecoder().decode(stopPage(fault, '/r').body)).toContain('Incident ABCD2345')
  })
})
