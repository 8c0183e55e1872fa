// What the log of a new Paydesk is about: the embedded sandbox is written down in the same words as
// any other connection, and the screens have words for each.
import { afterEach, expect, it } from 'vitest'
import { auditLabel } from '../../src/renderer/messages/audit.ts'
import { must, openStory, type Story } from './story.ts'

let story: Story | undefined
afterEach(async () => {
  await story?.close()
  story = undefined
})

it('the sandbox and its keys are logged as any connection and its keys are', async () => {
  story = await openStory(600)
  const { rows } = must(await story.desk.desk['audit:list']({ filter: {}, limit: 100 }))
  const ofSandbox = rows.filter(
    ({ subject, origin }) => subject === 'connection/sandbox' && origin === 'desk',
  )
  expect(ofSandbox.map(({ kind }) => kind).sort()).toEqual([
    'connection:created',
    'key:imported',
    'key:set',
  ])
  expect(rows.filter(({ kind }) => auditLabel(kind) === kind)).toEqual([])
})

it('a question to the gateway is shown in words, and an unknown kind as it was recorded', () => {
  expect(auditLabel('read:status')).toBe('Status requested')
  expect(auditLabel('of:tomorrow')).toBe('of:tomorrow')
})
