// What the page tells main of itself: that a screen could not be drawn, and that a person wants the
// window's page opened again. Nothing a person typed, and nothing a gateway said, is in it.
import { z } from 'zod'

/** As the browser's own errors are called; all others are 'other'. */
export const errorNames = ['TypeError', 'ReferenceError', 'RangeError', 'Error', 'other'] as const
export const mostFrames = 8

const name = z.string().regex(/^[\w$.<>]{0,60}$/)

const screenFailure = z.strictObject({
  error: z.enum(errorNames),
  /** Of the browser's own sentence about code; empty where it could hold more. */
  message: z.string().regex(/^(?!.*\d{4})[\w .,'"()$[\]-]{0,160}$/),
  /** What was being done, by the code that Vue gives it. */
  during: z.string().regex(/^[\w-]{0,40}$/),
  /** The screen's path with the names of its parameters, never their values. */
  screen: z.string().regex(/^[\w/:.()*-]{0,80}$/),
  frames: z
    .array(
      z.strictObject({
        name,
        file: z.string().regex(/^[\w-]{1,60}(\.js)?$/),
        line: z.int().min(0),
        column: z.int().min(0),
      }),
    )
    .max(mostFrames),
})

export const windowMethods = {
  /** Written down in paydesk.log; the reference it stands there under. */
  'window:failed': screenFailure,
  'window:reload': z.strictObject({}),
} as const

export type ScreenFailure = z.output<typeof screenFailure>

export interface WindowOutput {
  'window:failed': { incident: string }
  'window:reload': null
}

/** A place of the window that main opens: a screen, or the field that finds orders. */
export interface Place {
  screen?: `/${string}`
  /** The field that finds orders opens with this text in it. Nothing is looked up by that. */
  find?: string
  /** A dialog over whatever is shown. */
  dialog?: 'diagnostics' | 'about'
  /** With a screen that takes one: what was read of a file. Nothing is asked for by that. */
  text?: string
}
