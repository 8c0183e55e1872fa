// What a full disk, a drive that is away or a file of somebody else makes of small conveniences:
// the program goes on, and says what it could not do.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { formatMessages } from '#wording/format-messages.ts'
import { keptWindow } from '../../../../src/main/shell/system/kept-window.ts'
import { askingArgs } from '../../../../src/main/shell/system/link.ts'
import { createOpenings } from '../../../../src/main/shell/system/openings.ts'
import { oneAtATime } from '../../../../src/main/shell/system/one-at-a-time.ts'
import { readOpened } from '../../../../src/main/shell/system/read-opened.ts'
import { savePlace } from '../../../../src/main/shell/system/save-place.ts'

const folder = mkdtempSync(join(tmpdir(), 'paydesk-small-files-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('a file that is opened', () => {
  const refusal = async (path: string): Promise<unknown> => {
    const opened = formatMessages(await readOpened(path))
    return opened.ok ? opened.value : 'message' in opened.fault && opened.fault.message
  }

  it('is told by its text', async () => {
    const file = join(folder, 'list.csv')
    writeFileSync(file, '6760150\n6760151\n')
    expect(await refusal(file)).toEqual({ kind: 'list', text: '6760150\n6760151\n' })
  })

  it('is refused in words where it is gone, a folder, or can’t be read', async () => {
    for (const path of [join(folder, 'gone.csv'), folder, join(folder, 'list.csv', 'below')])
      expect(await refusal(path)).toBe('The file could not be opened.')
  })

  it('is refused where only reading it fails', async () => {
    expect(() => readFileSync('/proc/self/mem')).toThrow()
    expect(await refusal('/proc/self/mem')).toBe('The file could not be opened.')
  })

  it('is refused unread where it is large', async () => {
    const file = join(folder, 'large.csv')
    writeFileSync(file, '6760150\n'.repeat(200_000))
    expect(await refusal(file)).toMatch(/too long|larger/)
  })
})

it('keeps the zoom of this run where it can’t be written', () => {
  const window = keptWindow(join(folder, 'not', 'there'))
  window.keep({ zoomLevel: 1 })
  expect(window.read().zoomLevel).toBe(1)
  const written = join(folder, 'written')
  mkdirSync(written)
  keptWindow(written).keep({ isProtected: false })
  expect(keptWindow(written).read()).toEqual({ zoomLevel: 0, isProtected: false })
})

it('begins a save without the folder of documents where the system knows none', () => {
  expect(savePlace(() => '/home/anna/Documents', 'pack.zip')).toBe('/home/anna/Documents/pack.zip')
  const unknown = (): string => {
    throw new Error("Failed to get 'documents' path")
  }
  expect(savePlace(unknown, 'pack.zip')).toBe('pack.zip')
})

it('shows one box where a hundred links are refused at once, and the next one after it was read', async () => {
  const shown: string[] = []
  let read = (): void => undefined
  const tell = oneAtATime((message) => {
    shown.push(message)
    return new Promise((resolve) => (read = resolve))
  })
  for (let link = 0; link < 100; link += 1) tell(`link ${link}`)
  expect(shown).toEqual(['link 0'])
  read()
  await new Promise(setImmediate)
  tell('a later one')
  expect(shown).toEqual(['link 0', 'a later one'])
})

describe('what asks for a place', () => {
  const rig = () => {
    const opened: (readonly string[])[] = []
    const startedAgain: (readonly string[])[] = []
    const ending = { isNow: false, isWaiting: false }
    const openings = createOpenings(['paydesk'], {
      open: (args) => opened.push(args),
      isEnding: () => ending.isNow,
      isWaiting: () => ending.isWaiting,
      startAgain: (args) => startedAgain.push(args),
    })
    return { opened, startedAgain, ending, openings }
  }

  it('before the window listened is opened then, in the order it came in', () => {
    const { opened, openings } = rig()
    openings.hear(['paydesk://order/1'])
    openings.hear(['--open=today'])
    expect(opened).toEqual([])
    openings.begin()
    expect(opened).toEqual([['paydesk'], ['paydesk://order/1'], ['--open=today']])
    openings.hear(['paydesk://order/2'])
    openings.begin()
    expect(opened.slice(3)).toEqual([['paydesk://order/2']])
  })

  it('while the window has failed is opened once it is there again', () => {
    const { opened, openings } = rig()
    openings.begin()
    openings.pause()
    openings.hear(['paydesk://order/1'])
    openings.pause()
    expect(opened).toEqual([['paydesk']])
    openings.begin()
    expect(opened).toEqual([['paydesk'], ['paydesk://order/1']])
  })

  it('while the end waits is opened, and a link once more after the end', () => {
    const { opened, startedAgain, ending, openings } = rig()
    openings.begin()
    ending.isWaiting = true
    openings.hear(['paydesk'])
    expect(startedAgain).toEqual([])
    openings.hear(['paydesk', 'paydesk://order/1'])
    openings.hear(['paydesk', 'paydesk://order/2'])
    ending.isNow = true
    openings.hear(['paydesk'])
    expect(opened.slice(1)).toHaveLength(3)
    expect(startedAgain).toEqual([['paydesk', 'paydesk://order/1']])
  })

  it('while Paydesk ends starts it again, once, and shows nothing more', () => {
    const { opened, startedAgain, ending, openings } = rig()
    openings.begin()
    ending.isNow = true
    openings.hear(['paydesk://order/1'])
    openings.hear(['paydesk://order/2'])
    expect(opened).toEqual([['paydesk']])
    expect(startedAgain).toEqual([['paydesk://order/1']])
  })
})

it('takes along to another start what asks for a place, and nothing else', () => {
  expect(
    askingArgs([
      ...['/opt/paydesk/paydesk', '--ozone-platform=x11', 'paydesk://order/1'],
      ...['--open=find', '--open=refund', 'PAYDESK:x', '--inspect'],
    ]),
  ).toEqual(['paydesk://order/1', '--open=find', 'PAYDESK:x'])
})

it('takes along no switch that a link or a place was made to carry', () => {
  const words = ['--inspect', ' --inspect', '--open=today --inspect', '--open', '--OPEN=today']
  const links = ['--paydesk:', '-paydesk:', '/paydesk:', '--open=paydesk:', '--\npaydesk://order/1']
  expect(askingArgs([...words, ...links])).toEqual([])
  // One word is handed on as one word: what it holds is no word of its own.
  expect(askingArgs(['paydesk://order/1 --inspect'])).toEqual(['paydesk://order/1 --inspect'])
})
