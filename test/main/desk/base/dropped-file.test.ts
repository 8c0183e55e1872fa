// The box of a dropped file says its name and its folder as they are, whatever stands in them.
import { expect, it } from 'vitest'
import { fail, inputFault, ok } from '#shared/fault.ts'
import { say } from '#shared/message.ts'
import { formatMessage } from '#wording/format-messages.ts'
import type { Question } from '../../../../src/main/desk/base/desk.ts'
import { droppedPath } from '../../../../src/main/desk/base/dropped-file.ts'

async function boxOf(taken: Awaited<ReturnType<Parameters<typeof droppedPath>[0]['takeDropped']>>) {
  const asked: Question[] = []
  const shell = {
    takeDropped: () => Promise.resolve(taken),
    ask: (question: Question) => {
      asked.push(question)
      return Promise.resolve('yes' as const)
    },
  }
  const read = await droppedPath(shell, 'd', { use: 'return', connectionName: 'Shop' })
  const [{ message, detail: [folder = ''] } = { message: '', detail: [] }] = asked
  return { read, asked: asked.length, shown: [message, folder].map(formatMessage) }
}

it.each([
  ['/home/anna/june.csv', '“june.csv”', '“/home/anna”'],
  ['/june.csv', '“june.csv”', '“/”'],
  ['/a/x”?\nIts folder is /b.\n/id', '“id”', '“/a/x\\u{201D}?\\u{000A}Its folder is /b.\\u{000A}”'],
  ['/a/\u202evsc.tsil', '“\\u{202E}vsc.tsil”', '“/a”'],
  ['/a/b\\list.csv', '“b\\list.csv”', '“/a”'],
  ['/a/4111111111111111.csv', '“411111••••••1111.csv”', '“/a”'],
])('says of %j its name and its folder, and opens it', async (path, name, folder) => {
  const { read, shown } = await boxOf(ok(path))
  expect(read).toEqual(ok(path))
  expect(shown).toEqual([`Read ${name}?`, `Its folder is ${folder}.`])
})

it('says nothing of a sentence of Paydesk’s own that a name refers to', async () => {
  const { shown } = await boxOf(ok(`/a/${say('runs.say-why-again')}`))
  expect(shown[0]).not.toContain(formatMessage(say('runs.say-why-again')))
})

it('asks nobody about a file without a place, or one that can’t be opened', async () => {
  const gone = fail(inputFault('file', say('files.not-opened')))
  const without = fail(inputFault('file', say('files.drop-without-place')))
  expect(await boxOf(ok(null))).toMatchObject({ read: without, asked: 0 })
  expect(await boxOf(gone)).toMatchObject({ read: gone, asked: 0 })
})
