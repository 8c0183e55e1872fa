// What may be told of an error that was thrown while a screen was drawn: its kind and its place in
// the code. Its own sentence only where the browser wrote it, because any other can hold what a
// person typed or a gateway said. Pure.
import { errorNames, mostFrames, type ScreenFailure, windowMethods } from './window-methods.ts'

/** Sentences of these come from the browser and name code. */
const ofTheBrowser: readonly string[] = ['TypeError', 'ReferenceError']

const frame =
  /at (?:async )?(?:([\w$.<>]{1,60}) )?\(?\w+:\/\/\S*\/([\w-]{1,60}\.js):(\d+):(\d+)\)?$/

export function failureOf(error: unknown, during: string, screen: string): ScreenFailure {
  const {
    name,
    message,
    stack = '',
  } = error instanceof Error ? error : { name: 'other', message: '' }
  const told: ScreenFailure = {
    error: errorNames.find((one) => one === name) ?? 'other',
    message: ofTheBrowser.includes(name) ? message : '',
    during,
    screen,
    frames: stack.split('\n').flatMap(frameOf).slice(0, mostFrames),
  }
  const parsed = windowMethods['window:failed'].safeParse(told)
  // Better less than nothing at all.
  return parsed.success ? parsed.data : { ...told, message: '', during: '', screen: '', frames: [] }
}

function frameOf(text: string): ScreenFailure['frames'] {
  const [, name = '', file, line, column] = frame.exec(text.trim()) ?? []
  return file === undefined ? [] : [{ name, file, line: Number(line), column: Number(column) }]
}

/**
 * The codes that Vue gives to what comes after drawing: watchers, and what a person pressed. The
 * screen stands all the same.
 */
const afterDrawing = ['3', '4', '5', '6', '10', '11', '16']

/** What Vue says of where an error was thrown: a page built for people is told a code alone. */
export function doneDuring(info: string): { during: string; isDrawing: boolean } {
  const during = info.replace(/^.*#runtime-/, '')
  return { during, isDrawing: !afterDrawing.includes(during) }
}
