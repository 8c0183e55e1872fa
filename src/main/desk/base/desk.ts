// What the renderer may ask for, as types: one function per bridge method. shell/ipc.ts calls it
// with parsed input; the functions are built in create-desk.ts. Abilities of the shell arrive as
// functions, so that nothing here knows Electron.
import type { Method, Output, Parsed } from '#shared/contract/bridge.ts'
import type { Place } from '#shared/desktop/window-methods.ts'
import type { Fault, Result } from '#shared/fault.ts'

export type Desk = { [M in Method]: (input: Parsed<M>) => Promise<Result<Output[M]>> }

/** A question of the system's own dialog. */
export interface Question {
  message: string
  /** A line each. */
  detail: readonly string[]
  /** The button that says yes; the other one is Cancel. */
  action: string
}

/** What became of a question. One that finds another box of the system open is not shown. */
export type Answer =
  | 'yes'
  | 'no'
  | {
      fault: Fault
      /** No other one was refused since that box opened. */
      isFirst: boolean
    }

/** Notifications of the system. A click on one opens its place and does nothing else. */
export interface NoticePorts {
  show(notice: { id: string; body: string; opens: Place }): void
  withdraw(id: string): void
  /** The number on the dock or taskbar; none at nought. */
  badge(count: number): void
}

export interface ShellPorts {
  /** Asks in a dialog that the page can't see or press. */
  ask(question: Question): Promise<Answer>
  /** Asks where to save; null when the person cancels. Faults: denied/question-open. */
  chooseExportFolder(suggestedName: string): Promise<Result<string | null>>
  /** Asks for a file to save; null when the person cancels. Faults: the same. */
  chooseFile(asked: { title: string; suggestedName: string }): Promise<Result<string | null>>
  /** Asks for a file to read; null when the person cancels. Faults: the same. */
  chooseToOpen(asked: { title: string }): Promise<Result<string | null>>
  /**
   * Where a dropped file lies, by the name that main gave it; null when it was used. Faults: input
   * on `file`, where the place is too long to be read in a box or leads to no file.
   */
  takeDropped(name: string): Promise<Result<string | null>>
  /** Asks for a folder that is there; null when the person cancels. Faults: the same. */
  chooseFolder(asked: { title: string }): Promise<Result<string | null>>
  /** A page as PDF; it loads nothing and runs nothing. */
  printPage(html: string): Promise<Uint8Array>
  copyText(text: string): Promise<void>
  /** What lies in the clipboard as text; empty where it can't be read. */
  copiedText(): Promise<string>
  /** Shows a file or folder that was saved, in the system's file manager; false when it is gone. */
  showInFolder(path: string): Promise<boolean>
  /** Keeps the window out of screenshots and recordings, where the system can (not on Linux). */
  protectContent(isOn: boolean): void
  /** A production connection is the chosen one: its orders are kept out of screenshots as well. */
  showsProduction(isOn: boolean): void
  /** What main shows itself, and the system's parts of the window, in these colours. */
  followTheme(theme: 'system' | 'light' | 'dark'): void
  notices: NoticePorts
  /** Calls back when the computer goes to sleep, or its screen is locked. */
  whenAway(listener: (why: 'suspend' | 'screen-lock') => void): void
  /** Opens the window's page anew. */
  reload(): Promise<void>
  /** Ends in order, as Quit does, and starts again. */
  restart(): void
  /** Asks where to save a text and writes it there; its path, or null when the person cancels. */
  saveText(file: {
    title: string
    suggestedName: string
    text: string | Uint8Array
    /** Asked once the place is known: whoever asked for it may have left. */
    mayWrite?: () => boolean
  }): Promise<Result<string | null>>
}
