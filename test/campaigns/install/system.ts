// A system of its own in a folder: dpkg with its own list of packages, which knows nothing of this
// machine's. Its packages' scripts run without a change of root, and are told where they are.
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export interface System {
  /** The installed program. */
  program: string
  /** What dpkg says of Paydesk, as "ii" or "iU"; '' when it knows of none. */
  state(): string
  /** Runs dpkg to its end; rejects with what it said when it fails. */
  run(...args: string[]): Promise<void>
  /**
   * Runs dpkg and kills it with all it started after `delayMs`. False when it had ended before.
   */
  kill(delayMs: number, ...args: string[]): Promise<boolean>
  /** Files that are not as the package brought them. */
  changed(): string
}

export function makeSystem(root: string): System {
  const base = [
    `--root=${root}`,
    `--log=${join(root, 'dpkg.log')}`,
    ...['--force-script-chrootless', '--force-depends', '--force-downgrade'],
    // Whoever is no root installs what is their own.
    '--force-not-root',
    // Kills are no power cuts: what was written is there.
    '--force-unsafe-io',
  ]
  for (const folder of ['info', 'updates', 'triggers'])
    mkdirSync(join(root, 'var/lib/dpkg', folder), { recursive: true })
  writeFileSync(join(root, 'var/lib/dpkg/status'), '')
  writeFileSync(join(root, 'var/lib/dpkg/available'), '')
  // Whatever a shell brings along stays out of a package's scripts.
  const env = {
    PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
    LC_ALL: 'C',
    DEBIAN_FRONTEND: 'noninteractive',
  }

  const start = (args: string[]) => {
    const child = spawn('dpkg', [...base, ...args], {
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
    const ended = new Promise<number | null>((resolve, reject) => {
      child.once('close', (code) => resolve(code))
      child.once('error', reject)
    })
    return { child, ended, said: () => said }
  }
  const query = (...args: string[]): string => {
    try {
      return execFileSync('dpkg-query', [`--admindir=${join(root, 'var/lib/dpkg')}`, ...args], {
        env,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      })
    } catch {
      return ''
    }
  }
  return {
    program: join(root, 'opt/Paydesk/paydesk'),
    state: () => query('-W', '-f=${db:Status-Abbrev}', 'paydesk').trim(),
    run: async (...args) => {
      const { ended, said } = start(args)
      if ((await ended) !== 0) throw new Error(`dpkg ${args.join(' ')}: ${said()}`)
    },
    kill: async (delayMs, ...args) => {
      const { child, ended } = start(args)
      await Promise.race([ended, sleep(delayMs)])
      const isRunning = child.exitCode === null && child.signalCode === null
      if (isRunning && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
      await ended
      return isRunning && child.signalCode === 'SIGKILL'
    },
    changed: () => {
      if (!existsSync(join(root, 'opt/Paydesk'))) return ''
      return execFileSync('dpkg', [...base, '--verify', 'paydesk'], { env, encoding: 'utf8' })
    },
  }
}
