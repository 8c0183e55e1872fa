// The end of a start that must not go on: one sentence, and the exit code 1. It is said before
// Electron is ready, so in a box on Windows and macOS and in the terminal or journal on Linux.
import { formatMessage } from '#wording/format-messages.ts'
import { app, dialog } from 'electron'

export const isPackaged = (): boolean => app.isPackaged

export function refuseStart(message: string): void {
  dialog.showErrorBox('Paydesk does not start', formatMessage(message))
  app.exit(1)
}
