// The end of the audit log says what lies in archives, and leads to them.
import { expect, it } from 'vitest'
import { createSSRApp } from 'vue'
import { renderToString } from 'vue/server-renderer'
import AuditEnd from '../../../../src/renderer/features/audit/AuditEnd.vue'

const endOf = (archivedTo: number): Promise<string> =>
  renderToString(createSSRApp(AuditEnd, { archivedTo }))

it('says that nothing more is there where the log holds every entry', async () => {
  const html = await endOf(0)
  expect(html).toContain('No more entries')
  expect(html).not.toContain('Archives')
})

it('says which entries lie in archives, and leads to the archives', async () => {
  const html = await endOf(2041)
  expect(html).toMatch(/Entries 1 to 2.?041 are in archives/)
  expect(html).toContain('data-testid="audit-begins-archives"')
  expect(html).not.toContain('No more entries')
  expect(await endOf(1)).toContain('Entry 1 is in archives')
})
