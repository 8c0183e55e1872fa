// Stand-in for `nativeTheme`: which colours the program asked for. Every page that is shown hears
// of it as "prefers-color-scheme" (contents.ts).
import { EventEmitter } from 'node:events'
import type { NativeTheme } from 'electron'
import type { StandIn } from './stand-in.ts'
import { trace } from './trace.ts'

type Source = NativeTheme['themeSource']

export const themeChanges = new EventEmitter<{ changed: [] }>()
let chosen: Source = 'system'

export const nativeTheme = {
  get themeSource(): Source {
    return chosen
  },
  set themeSource(source: Source) {
    trace('theme', source)
    if (source === chosen) return
    chosen = source
    themeChanges.emit('changed')
  },
} satisfies StandIn<NativeTheme, 'themeSource'>
