// Boxes of the system around the window: questions, places to save, and the last words of a program
// that can't go on. No script of the page sees or presses them.
import { formatMessage } from '#wording/format-messages.ts'
import { extname } from 'node:path'
import { app, type BrowserWindow, dialog } from 'electron'
import { say } from '#shared/message.ts'
import type { Question } from '../../desk/base/desk.ts'
import { redact } from '../log/incident.ts'
import type { QuitQuestion } from './quit.ts'
import { savePlace } from './save-place.ts'

/** When not even the page that says so can be shown: a plain box, and the end. */
export function giveUp(error: unknown): void {
  dialog.showErrorBox('Paydesk could not start', redact(formatMessage(String(error))))
  app.exit(1)
}

/**
 * When main can't go on: its reference in a plain box, and the end. What was open is resolved by
 * the next start.
 */
export function giveUpRunning(incident: string): void {
  dialog.showErrorBox(
    'Paydesk had to stop',
    formatMessage(say('program.paydesk-had-to-stop', { incident })),
  )
  app.exit(1)
}

/** When not even a page of main's own stays in the window. */
export async function askToReload(
  window: BrowserWindow | undefined,
  incident: string,
): Promise<boolean> {
  if (window === undefined) return false
  const { response } = await dialog.showMessageBox(window, {
    type: 'error',
    message: formatMessage(say('program.window-not-shown')),
    detail: [
      say('program.no-request-lost'),
      say('program.incident-stands-in-the-log', { incident }),
    ]
      .map(formatMessage)
      .join('\n\n'),
    buttons: [
      formatMessage(say('program.reload-the-window')),
      formatMessage(say('program.not-now')),
    ],
    ...{ defaultId: 0, cancelId: 1, noLink: true },
  })
  return response === 0
}

const quitQuestions = {
  unsent: {
    message: say('program.quit-unsent-one'),
    detail: (count: number) => say('program.quit-unsent', { count }),
    leave: say('program.quit-without-sending'),
  },
  waiting: {
    message: say('program.paydesk-waits-for-an-answer'),
    detail: (count: number) => say('program.quit-unanswered', { count }),
    leave: say('program.quit-now'),
  },
  unknown: {
    message: say('program.quit-without-the-answer'),
    detail: (count: number) => say('program.the-outcome-will-be-unknown', { count }),
    leave: say('program.quit-now'),
  },
} as const satisfies Record<QuitQuestion, object>

/** Enter and Escape go on waiting. Without a window nobody can be asked. */
export async function askToQuit(
  window: BrowserWindow | undefined,
  question: QuitQuestion,
  { count, signal }: { count: number; signal: AbortSignal },
): Promise<boolean> {
  if (window === undefined) return false
  const { message, detail, leave } = quitQuestions[question]
  const { response } = await dialog.showMessageBox(window, {
    type: 'warning',
    message: formatMessage(message),
    detail: formatMessage(detail(count)),
    buttons: [formatMessage(leave), formatMessage(say('program.wait'))],
    ...{ defaultId: 1, cancelId: 1, noLink: true, signal },
  })
  return response === 0 && !signal.aborted
}

/** Cancel is what Enter and Escape choose: a person has to aim. */
export async function ask(
  window: BrowserWindow | undefined,
  { message, detail, action }: Question,
  signal: AbortSignal,
): Promise<boolean> {
  if (window === undefined) return false
  const { response } = await dialog.showMessageBox(window, {
    type: 'warning',
    message: formatMessage(message),
    detail: detail.map(formatMessage).join('\n'),
    buttons: [formatMessage(action), 'Cancel'],
    ...{ defaultId: 1, cancelId: 1, noLink: true, signal },
  })
  return response === 0
}

export async function chooseSave(
  window: BrowserWindow | undefined,
  { title, suggestedName }: { title: string; suggestedName: string },
): Promise<string | null> {
  if (window === undefined) return null
  const ending = extname(suggestedName).slice(1)
  const answer = await dialog.showSaveDialog(window, {
    title: formatMessage(title),
    filters: ending === '' ? [] : [{ name: ending.toUpperCase(), extensions: [ending] }],
    defaultPath: savePlace(() => app.getPath('documents'), suggestedName),
    properties: ['createDirectory', 'showOverwriteConfirmation'],
  })
  return answer.canceled || answer.filePath === '' ? null : answer.filePath
}

/** A file, or a folder, that is there already. */
export async function chooseOpen(
  window: BrowserWindow | undefined,
  { title }: { title: string },
  what: 'openFile' | 'openDirectory' = 'openFile',
): Promise<string | null> {
  if (window === undefined) return null
  const { canceled, filePaths } = await dialog.showOpenDialog(window, {
    title: formatMessage(title),
    properties: what === 'openFile' ? [what] : [what, 'createDirectory'],
  })
  return canceled ? null : (filePaths[0] ?? null)
}
