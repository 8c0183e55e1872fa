// The command that a person runs to install a checked deb, run by a real shell.
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { installCommand } from '../../../src/main/updates/install-command.ts'
import {
  type HandOver,
  hostileDeb,
  isHostileInstalled,
  openHandOver,
  sha512,
  signedDeb,
  swaps,
} from '../../campaigns/updates/hand-over.ts'

let at: HandOver
beforeEach(() => {
  at = openHandOver()
})
afterEach(() => at.close())

const whole = { status: 0, installed: signedDeb }

describe('the command that installs a checked deb', () => {
  it('installs a copy of the file and leaves nothing behind', () => {
    expect(at.run()).toEqual(whole)
    expect(at.leftOver()).toEqual([])
    expect(installCommand(at.path, sha512)).not.toMatch(/\n| {2}/)
  })

  it('installs nothing of a file that was swapped before it ran', () => {
    rmSync(at.path)
    writeFileSync(at.path, hostileDeb)
    const { status, installed } = at.run()
    expect(installed).toBeNull()
    expect(status).not.toBe(0)
    expect(at.leftOver()).toEqual([])
  })

  it('installs what it checked, also when the file is swapped between check and install', () => {
    at.standIn('sha512sum', `/usr/bin/sha512sum "$@" || exit 1; ${at.swap}`)
    expect(at.run()).toEqual(whole)
    expect(readFileSync(at.path, 'utf8')).toBe(hostileDeb)
  })

  it.each(swaps)('installs nothing hostile of $name', (swap) => {
    expect(isHostileInstalled(swap)).toBe(false)
  })

  it('checks a copy in a folder of root', () => {
    at.standIn('sha512sum', `cat > "${at.home}/list"; exit 1`)
    at.run()
    const [, copy = ''] = readFileSync(join(at.home, 'list'), 'utf8').trim().split(' *')
    expect(copy).toMatch(new RegExp(`^${at.home}/root/paydesk\\.\\w{10}/paydesk\\.deb$`))
    expect(installCommand(at.path, sha512)).toContain('mktemp -d /var/cache/paydesk.XXXXXXXXXX')
  })

  it('shows nobody what a link in the place of the file led to', () => {
    const seen = join(at.home, 'seen')
    at.standIn(
      'sha512sum',
      `read -r _ copy; copy=\${copy#\\*}; stat -c %a "\${copy%/*}" > "${seen}"; exit 1`,
    )
    const secret = join(at.home, 'secret')
    writeFileSync(secret, 'for root alone', { mode: 0o600 })
    rmSync(at.path)
    symlinkSync(secret, at.path)
    expect(at.run().installed).toBeNull()
    expect(readFileSync(seen, 'utf8').trim()).toBe('700')
    expect(at.leftOver()).toEqual([])
  })

  it.each([
    "it's",
    "';touch injected;'",
    '$(touch injected)',
    '`touch injected`',
    '"; touch injected; "',
    ' -- --option',
    'a\\',
    '*',
    '!!',
    '%s',
  ])('takes the folder name %j as a name and as nothing else', (name) => {
    const path = join(at.home, name, 'paydesk.deb')
    mkdirSync(join(at.home, name))
    writeFileSync(path, signedDeb)
    expect(at.run(path)).toEqual(whole)
    expect(existsSync(join(at.home, 'injected'))).toBe(false)
  })

  it.each(['/a\nb.deb', '/a\u001b[2Kb.deb', '/a\u202eb.deb', 'a.deb', '-a.deb', ''])(
    'is not made for the path %j',
    (path) => {
      expect(installCommand(path, sha512)).toBeNull()
    },
  )

  it.each(['', 'A'.repeat(128), `${'a'.repeat(127)}'`, `${sha512} x`, `${sha512}\n`])(
    'is not made for the digest %j',
    (digest) => {
      expect(installCommand(at.path, digest)).toBeNull()
    },
  )
})
