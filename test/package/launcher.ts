// Runs a launcher of Linux in the hostile hands of whoever starts it, with a recorder in the place
// of the program: what environment, words and limit of core dumps reach it.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strippedNames } from '../../src/main/packaged/stripped-names.ts'

const recorder = `#!/bin/sh
ulimit -c > "$RECORDED/core"
env > "$RECORDED/env"
for one in "$@"; do printf '%s\\0' "$one"; done > "$RECORDED/words"
`

/** Words as hostile as a shell could make them; each has to arrive as it is. */
export const hostileWords: readonly string[] = [
  ...['', ' ', 'a  b', "it's", '"', '$(touch injected)', '`touch injected`', '*', '--', '-x'],
  ...['\n--no-sandbox', '\\', '$HOME', ';exit', 'paydesk://order/1', '--lang=de', '\u3000ü'],
]

export interface Recorded {
  status: number | null
  core: string
  names: string[]
  words: string[]
}

/** `program`: the file beside the launcher that the recorder takes the place of. */
export function runLauncher(
  { command, program }: { command: readonly string[]; program: string },
  more: NodeJS.ProcessEnv = {},
): Recorded {
  writeFileSync(program, recorder, { mode: 0o755 })
  const place = mkdtempSync(join(tmpdir(), 'paydesk-recorded-'))
  const hostile = Object.fromEntries(strippedNames.map((name) => [name, '/nowhere/hostile']))
  try {
    // As high as whoever starts it may set it.
    const raised = 'ulimit -c unlimited 2>/dev/null; exec "$@"'
    const env = { PATH: process.env['PATH'], RECORDED: place, ...more }
    const { status } = spawnSync(
      'sh',
      ['-c', raised, 'sh', '/usr/bin/env', ...asWords(hostile), ...command, ...hostileWords],
      { cwd: place, env, stdio: 'ignore' },
    )
    const read = (name: string): string => readFileSync(join(place, name), 'utf8')
    return {
      ...{ status, core: read('core').trim() },
      names: read('env')
        .split('\n')
        .map((line) => line.split('=', 1)[0] ?? ''),
      words: read('words').split('\0').slice(0, -1),
    }
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}

const asWords = (env: Record<string, string>): string[] =>
  Object.entries(env).map(([name, value]) => `${name}=${value}`)
