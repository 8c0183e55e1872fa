// A payment link was copied an hour ago, and somebody else sits down on this computer and presses
// Paste.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createCopier } from '../../../src/main/shell/copied.ts'

function clipboard() {
  let text = ''
  return {
    writeText: (next: string) => {
      text = next
      return Promise.resolve()
    },
    readText: () => Promise.resolve(text),
  }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('what is copied', () => {
  it('is gone from the clipboard after a minute', async () => {
    const board = clipboard()
    await createCopier(board).copy('https://gate.example/link')
    await vi.advanceTimersByTimeAsync(59_000)
    expect(await board.readText()).toBe('https://gate.example/link')
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await board.readText()).toBe('')
  })

  it('can be read, and is nothing while another program holds the clipboard', async () => {
    const board = clipboard()
    await board.writeText('6760150')
    expect(await createCopier(board).read()).toBe('6760150')
    const held = { ...board, readText: () => Promise.reject(new Error('held')) }
    expect(await createCopier(held).read()).toBe('')
  })

  it('counts its minute from the newest copy', async () => {
    const board = clipboard()
    const copier = createCopier(board)
    await copier.copy('one')
    await vi.advanceTimersByTimeAsync(50_000)
    await copier.copy('two')
    await vi.advanceTimersByTimeAsync(59_000)
    expect(await board.readText()).toBe('two')
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await board.readText()).toBe('')
  })

  it('leaves alone what was copied elsewhere meanwhile', async () => {
    const board = clipboard()
    await createCopier(board).copy('one')
    await board.writeText('somebody else’s')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await board.readText()).toBe('somebody else’s')
  })

  it('ends nothing when another program holds the clipboard as the minute is over', async () => {
    const unheard: unknown[] = []
    const hear = (error: unknown): void => void unheard.push(error)
    process.on('unhandledRejection', hear)
    const held = (): Promise<string> => Promise.reject(new Error('The clipboard is held.'))
    await createCopier({ ...clipboard(), readText: held }).copy('one')
    await vi.advanceTimersByTimeAsync(60_000)
    vi.useRealTimers()
    await new Promise(setImmediate)
    process.off('unhandledRejection', hear)
    expect(unheard).toEqual([])
  })

  it('keeps what is copied while the text before it is taken out', async () => {
    const board = clipboard()
    let answer = (): void => undefined
    const reading = new Promise<void>((resolve) => (answer = resolve))
    const slow = {
      ...board,
      readText: () => board.readText().then((text) => reading.then(() => text)),
    }
    const copier = createCopier(slow)
    await copier.copy('one')
    const cleared = copier.clear()
    await copier.copy('two')
    answer()
    await cleared
    expect(await board.readText()).toBe('two')
  })

  it('is gone when Paydesk ends', async () => {
    const board = clipboard()
    const copier = createCopier(board)
    await copier.copy('one')
    await copier.clear()
    expect(await board.readText()).toBe('')
  })
})
