import { mkdtempSync, readdirSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  fileSystemOf,
  isUncPath,
  nameInMounts,
  sharedKind,
} from '../../../../src/main/ledger/db/file-system.ts'
import { openLedger } from '../../../../src/main/ledger/opening/open-ledger.ts'
import { faultOf, newFolder, tickingClock } from '../ledger-rig.ts'
import { formatMessages } from '#wording/format-messages.ts'

const fuse = 0x65735546

describe('the file system of a ledger', () => {
  it.each([
    ['NFS', 0x6969, null, 'NFS'],
    ['Windows shares', 0xfe534d42, null, 'SMB'],
    ['Windows shares, the older driver', 0xff534d42, null, 'CIFS (SMB)'],
    ['9p', 0x01021997, null, '9p'],
    ['a folder over SSH', fuse, 'fuse.sshfs', 'fuse.sshfs'],
    ['a folder of the host of a virtual machine', fuse, 'virtiofs', 'virtiofs'],
    ['FUSE of no known kind', fuse, null, 'a FUSE file system'],
  ])('is refused: %s', (_what, type, name, kind) => {
    expect(formatMessages(sharedKind({ type, name }))).toBe(kind)
    const folder = newFolder()
    const opened = openLedger({
      ...{ file: join(folder, 'ledger.sqlite'), clock: tickingClock() },
      fileSystemOf: () => ({ type, name }),
    })
    const message = faultOf(opened)
    expect(message).toContain(folder)
    expect(message).toContain(kind)
    expect(message).toContain('Move the folder to a disk of this computer')
    // Nothing was made, changed or locked there.
    expect(readdirSync(folder)).toEqual([])
  })
  it.each([
    ['ext4', 0xef53, null],
    ['btrfs', 0x9123683e, null],
    ['xfs', 0x58465342, null],
    ['tmpfs', 0x01021994, null],
    ['overlayfs', 0x794c7630, null],
    ['an NTFS disk', fuse, 'fuseblk'],
    ['an encrypted folder', fuse, 'fuse.gocryptfs'],
    ['a system that gives no number', 0, null],
  ])('is one of this computer: %s', (_what, type, name) => {
    expect(sharedKind({ type, name })).toBeNull()
  })
  it('is asked of the system, which knows this folder as one of this computer', () => {
    const folder = mkdtempSync(join(tmpdir(), 'paydesk-disk-'))
    expect(sharedKind(fileSystemOf(folder))).toBeNull()
  })
  it('is found among the mounts by the number of its device', () => {
    const mounts = [
      '36 35 0:31 / /mnt/far rw,noatime master:1 - fuse.sshfs me@far:/ rw',
      '40 35 259:3 / / rw - ext4 /dev/nvme0n1p3 rw',
    ].join('\n')
    expect(nameInMounts(mounts, 31)).toBe('fuse.sshfs')
    expect(nameInMounts(mounts, 259 * 256 + 3)).toBe('ext4')
    expect(nameInMounts(mounts, 77)).toBeNull()
    expect(statSync(tmpdir()).dev).toBeGreaterThan(0)
  })
  it.each([
    ['\\\\server\\share\\Paydesk', true],
    ['\\\\?\\UNC\\server\\share', true],
    ['\\\\?\\C:\\Users\\me', false],
    ['C:\\Users\\me', false],
  ])('is told by the path on Windows: %s', (path, isShared) => {
    expect(isUncPath(path)).toBe(isShared)
  })
})
