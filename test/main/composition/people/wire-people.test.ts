// What the system's dialogs answer belongs to whoever asked: somebody else may be signed in by the
// time that they are answered.
import { expect, it } from 'vitest'
import { ok } from '#shared/fault.ts'
import { ofWhoAsked } from '../../../../src/main/composition/people/wire-people.ts'
import type { Question } from '../../../../src/main/desk/base/desk.ts'
import { quietShell } from '../../../fakes/shell/quiet-shell.ts'

const question: Question = { message: '', detail: [], action: '' }
const place = { title: '', suggestedName: 'a.txt' }

function open() {
  const state = { turn: 1, leaves: false, written: [] as string[] }
  const chosen = () => {
    if (state.leaves) state.turn += 1
    return Promise.resolve(ok('/tmp/a.txt'))
  }
  const shell = ofWhoAsked(
    {
      ...quietShell,
      ask: async () => ((await chosen()).ok ? 'yes' : 'no'),
      chooseExportFolder: chosen,
      chooseFile: chosen,
      chooseToOpen: chosen,
      saveText: async ({ text, mayWrite }) => {
        const path = await chosen()
        if (mayWrite?.() === false) return ok(null)
        state.written.push(String(text))
        return path
      },
    },
    () => state.turn,
  )
  const all = async () => [
    await shell.ask(question),
    await shell.chooseExportFolder('folder'),
    await shell.chooseFile(place),
    await shell.chooseToOpen({ title: '' }),
    await shell.saveText({ ...place, text: 'a key' }),
  ]
  return { state, all }
}

it('is given to whoever asked and stayed', async () => {
  const { state, all } = open()
  const path = ok('/tmp/a.txt')
  expect(await all()).toEqual(['yes', path, path, path, path])
  expect(state.written).toEqual(['a key'])
})

it('is nothing to whoever signed in meanwhile, and nothing is written', async () => {
  const { state, all } = open()
  state.leaves = true
  expect(await all()).toEqual(['no', ok(null), ok(null), ok(null), ok(null)])
  expect(state.written).toEqual([])
})
