// Names the file systems a ledger must not lie on: other computers write there too, and a lock of
// this computer may hold nobody back. Linux tells the kind of a file system by number, Windows by
// the path; elsewhere lock-probe.ts is the only check.
import { say } from '#shared/message.ts'
import { existsSync, readFileSync, statfsSync, statSync } from 'node:fs'

export interface FileSystem {
  /** `f_type` of statfs(2); 0 where the system has none. */
  type: number
  /** The name in /proc/self/mountinfo, such as "fuse.sshfs"; null when it can't be told. */
  name: string | null
}

/** Numbers from the NOTES of statfs(2) and from linux/magic.h. */
const networkTypes = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xff534d42, 'CIFS (SMB)'],
  [0xfe534d42, 'SMB'],
  [0x01021997, '9p'],
  [0x5346414f, 'AFS'],
  [0x6b414653, 'AFS'],
  [0x73757245, 'Coda'],
  [0x564c, 'NCP'],
  [0x00c36400, 'Ceph'],
  [0x0bd00bd0, 'Lustre'],
  [0x47504653, 'GPFS'],
  [0x01161970, 'GFS2'],
  [0x7461636f, 'OCFS2'],
  [0x786f4256, 'VirtualBox shared folder'],
  [0xbacbacbc, 'VMware shared folder'],
])
const fuse = 0x65735546
/**
 * FUSE carries disks as well as servers: only what is known to lie on a disk of this computer is
 * let through.
 */
const localFuse = new Set(
  ['blk', '.ntfs-3g', '.exfat', '.gocryptfs', '.encfs', '.cryfs', '.securefs', '.bindfs']
    .concat(['.fuse-overlayfs', '.mergerfs', '.unionfs', '.apfs', '.veracrypt', '.bcachefs'])
    .map((ending) => `fuse${ending}`),
)

/**
 * What kind of shared file system this is, for people to read; null when it is a disk of this
 * computer, as far as can be told.
 */
export function sharedKind({ type, name }: FileSystem): string | null {
  if (type === fuse)
    return name !== null && localFuse.has(name) ? null : (name ?? say('ledger.a-fuse-file-system'))
  return networkTypes.get(type) ?? null
}

/** `\\server\share`, also behind the prefix for long paths. */
export const isUncPath = (folder: string): boolean =>
  /^\\\\(?![?.]\\)/.test(folder) || /^\\\\\?\\UNC\\/i.test(folder)

/** Faults: throws what the file system throws. `folder` has no symbolic link in it. */
export function fileSystemOf(folder: string): FileSystem {
  if (process.platform === 'win32') return { type: isUncPath(folder) ? 0xfe534d42 : 0, name: null }
  if (process.platform !== 'linux') return { type: 0, name: null }
  // A number above 2^31 is negative on some computers.
  const type = statfsSync(folder).type >>> 0
  return { type, name: type === fuse ? mountName(folder) : null }
}

function mountName(folder: string): string | null {
  const { dev } = statSync(folder)
  try {
    return nameInMounts(readFileSync('/proc/self/mountinfo', 'utf8'), dev)
  } catch {
    // A name that can't be read is a name that is not known to be safe.
    return null
  }
}

/**
 * Format of /proc/self/mountinfo: proc_pid_mountinfo(5). `dev`: `st_dev` of stat(2), as makedev(3)
 * packs it.
 */
export function nameInMounts(mountinfo: string, dev: number): string | null {
  const number = BigInt(dev)
  const major = ((number >> 8n) & 0xfffn) | ((number >> 32n) & ~0xfffn)
  const minor = (number & 0xffn) | ((number >> 12n) & 0xffffff00n)
  const line = mountinfo
    .split('\n')
    .map((text) => text.split(' '))
    .find((fields) => fields[2] === `${major}:${minor}`)
  const separator = line?.indexOf('-') ?? -1
  return line?.[separator + 1] ?? null
}

export const sharedMessage = (folder: string, kind: string): string =>
  say('ledger.shared-file-system', { folder, kind })

/** A name beside a file for what is put aside: nobody has it yet. */
export function freeName(path: string, clock: () => number, why = 'damaged'): string {
  const stamp = new Date(clock()).toISOString().replace(/[-:.]/g, '')
  for (let n = 0; ; n += 1) {
    const name = `${path}.${why}-${stamp}${n === 0 ? '' : `-${n}`}`
    if (!['', '-wal', '-shm'].some((ending) => existsSync(name + ending))) return name
  }
}
