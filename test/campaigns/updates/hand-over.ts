// A checked deb on its way to root: the command that a person is shown, run by a real shell, with
// stand-ins in the places of sudo, mktemp and apt-get. Nothing of this system is touched: the
// folder of root is one below a folder of its own, and what apt-get was handed is kept. An attack
// swaps the file at one moment; then nothing hostile may have reached root.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installCommand } from '../../../src/main/updates/install-command.ts'

export const signedDeb = 'the deb that two of three keys signed'
export const hostileDeb = 'a hostile deb'
export const sha512 = createHash('sha512').update(signedDeb).digest('hex')

export interface HandOver {
  home: string
  /** The checked file. */
  path: string
  /** In the place of a program: what a shell does then. */
  standIn(name: string, script: string): void
  /** In a shell: another file takes the name of the checked one. */
  swap: string
  /** As a person pastes it; the exit code, and what apt-get was handed. */
  run(path?: string): { status: number | null; installed: string | null }
  /** What the command left in root's folder. */
  leftOver(): string[]
  close(): void
}

export function openHandOver(): HandOver {
  const home = mkdtempSync(join(tmpdir(), 'paydesk-hand-over-'))
  for (const folder of ['bin', 'root', 'updates']) mkdirSync(join(home, folder))
  const checked = join(home, 'updates', 'paydesk-1.3.0-linux-x64.deb')
  writeFileSync(checked, signedDeb, { mode: 0o400 })
  const standIn: HandOver['standIn'] = (name, script) =>
    writeFileSync(join(home, 'bin', name), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  standIn('sudo', 'exec "$@"')
  standIn('mktemp', `exec /usr/bin/mktemp -d "${home}/root/\${2##*/}"`)
  standIn('apt-get', `cat "$2" > "${home}/installed"`)
  return {
    ...{ home, path: checked, standIn },
    swap: `rm -f '${checked}' && printf '%s' '${hostileDeb}' > '${checked}'`,
    run: (path = checked) => {
      const command = installCommand(path, sha512)
      if (command === null) throw new Error('there is no command')
      const env = { ...process.env, PATH: `${home}/bin:${process.env['PATH'] ?? ''}` }
      const { status } = spawnSync('sh', ['-c', command], { cwd: home, env, stdio: 'ignore' })
      const kept = join(home, 'installed')
      return { status, installed: existsSync(kept) ? readFileSync(kept, 'utf8') : null }
    },
    leftOver: () => readdirSync(join(home, 'root')),
    close: () => rmSync(home, { recursive: true, force: true }),
  }
}

export interface Swap {
  name: string
  prepare: (handOver: HandOver) => void
}

const around = (program: string, before: string, after: string): string =>
  `${before}; /usr/bin/${program} "$@" || exit 1; ${after}`

export const swaps: readonly Swap[] = [
  {
    name: 'a deb that is swapped before the command runs',
    prepare: ({ path }) => {
      rmSync(path)
      writeFileSync(path, hostileDeb)
    },
  },
  {
    name: 'a deb that became a link to another file',
    prepare: ({ home, path }) => {
      rmSync(path)
      writeFileSync(join(home, 'other'), hostileDeb)
      symlinkSync(join(home, 'other'), path)
    },
  },
  ...(['cp', 'chmod', 'sha512sum'] as const).flatMap((program) => [
    {
      name: `a deb that is swapped right before ${program}`,
      prepare: ({ standIn, swap }: HandOver) => standIn(program, around(program, swap, ':')),
    },
    {
      name: `a deb that is swapped right after ${program}`,
      prepare: ({ standIn, swap }: HandOver) => standIn(program, around(program, ':', swap)),
    },
  ]),
  {
    name: 'a deb that is swapped as it is installed',
    prepare: ({ home, standIn, swap }) =>
      standIn('apt-get', `${swap}; cat "$2" > "${home}/installed"`),
  },
]

/** Whether something else than the signed file reached root. */
export function isHostileInstalled({ prepare }: Swap): boolean {
  const handOver = openHandOver()
  try {
    prepare(handOver)
    const { installed } = handOver.run()
    return installed !== null && installed !== signedDeb
  } finally {
    handOver.close()
  }
}
