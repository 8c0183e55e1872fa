// Which updates are for this computer: its system, its processor, and the form Paydesk came in.
import { archs, type Place, platforms } from './description.ts'

/** Null where no release is made for. */
export function placeOf(
  platform: string,
  arch: string,
  appImage: string | undefined,
): Omit<Place, 'channel'> | null {
  const known = platforms.find((one) => one === platform)
  const processor = archs.find((one) => one === arch)
  if (known === undefined || processor === undefined) return null
  const onLinux = appImage === undefined ? 'deb' : 'appimage'
  const form = { linux: onLinux, win32: 'nsis', darwin: 'dmg' } as const
  return { platform: known, arch: processor, form: form[known] }
}
