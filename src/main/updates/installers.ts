// How a checked file takes the program's place, for each form it comes in. An AppImage is replaced
// in one step; a deb belongs to the system's package manager, so a person gets the command that
// hands it over unchanged. The installers of Windows and macOS are named and not there: nobody
// could run them yet.
import { constants } from 'node:fs'
import { open, realpath, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { UpdateBody } from './description.ts'
import { digester, type HeldFile, writeAll } from './held-file.ts'
import { installCommand } from './install-command.ts'
import type { RefusalCode } from './refusal.ts'

type Handed =
  /** The next start is the new version. */
  | { outcome: 'in-place' }
  /** A person installs it by this command. */
  | { outcome: 'by-person'; command: string }
  | { outcome: 'refused'; code: RefusalCode }
  /** Something came up at the last moment. */
  | { outcome: 'held-up' }
  /** This program has no installer for the form. */
  | { outcome: 'not-here'; form: UpdateBody['form'] }

export interface Installer {
  /** `mayGoOn` is asked right before the step that can't be undone. */
  install(file: HeldFile, update: UpdateBody, mayGoOn: () => boolean): Promise<Handed>
}

/** `appImage`: the path of the running AppImage, which its runtime names. */
export function installerFor(form: UpdateBody['form'], appImage: string | undefined): Installer {
  if (form === 'deb') return { install: handOver }
  if (form === 'appimage' && appImage !== undefined)
    return { install: (...given) => replace(appImage, ...given) }
  return { install: () => Promise.resolve({ outcome: 'not-here', form }) }
}

async function handOver(
  file: HeldFile,
  { form, sha512 }: UpdateBody,
  mayGoOn: () => boolean,
): Promise<Handed> {
  const command = installCommand(file.path, sha512)
  if (command === null) return { outcome: 'not-here', form }
  await file.makeReadOnly()
  const code = await file.fault()
  if (code !== null) return { outcome: 'refused', code }
  return mayGoOn() ? { outcome: 'by-person', command } : { outcome: 'held-up' }
}

/**
 * Beside the old one first, whole and on the disk, then in its place: whoever cuts the power finds
 * one of the two. What is written is what is digested on the way, out of the handle that was held.
 */
async function replace(
  appImage: string,
  file: HeldFile,
  update: UpdateBody,
  mayGoOn: () => boolean,
): Promise<Handed> {
  const code = await file.fault()
  if (code !== null) return { outcome: 'refused', code }
  const target = await realpath(appImage)
  const draft = join(dirname(target), `.${basename(target)}.${update.version}.new`)
  await rm(draft, { force: true })
  const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants
  const handle = await open(draft, O_WRONLY | O_CREAT | O_EXCL | (O_NOFOLLOW ?? 0), 0o600)
  let isInPlace = false
  try {
    const digest = digester(update)
    for await (const chunk of file.chunks()) {
      digest.add(chunk)
      await writeAll(handle, chunk)
    }
    const late = digest.fault()
    if (late !== null) return { outcome: 'refused', code: late }
    await handle.chmod(((await stat(target)).mode & 0o777) | 0o500)
    await handle.sync()
    if (!mayGoOn()) return { outcome: 'held-up' }
    await rename(draft, target)
    isInPlace = true
    await syncFolder(dirname(target))
    return { outcome: 'in-place' }
  } finally {
    await handle.close()
    if (!isInPlace) await rm(draft, { force: true })
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}
