// The story: the page crashes while a card is on the screen. No copy of its memory may stay on the
// disk, in no folder that a browser keeps for such copies, and nothing is reported to anybody.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'
import { launchShell } from '../fakes/shell/launch-shell.ts'
import { pathsBelow } from '../files-below.ts'

const home = mkdtempSync(join(tmpdir(), 'paydesk-crash-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

const namesBelow = (folder: string): string[] =>
  pathsBelow(folder).map((path) => relative(folder, path))

it('a page that crashes leaves no copy of its memory behind', async () => {
  const profile = join(home, 'profile')
  const env = {
    HOME: home,
    XDG_CONFIG_HOME: join(home, '.config'),
    PAYDESK_HOST_PROFILE_DIR: profile,
  }
  const paydesk = await launchShell({ env })
  const wire = await paydesk.page.context().newCDPSession(paydesk.page)
  const crashed = paydesk.page.waitForEvent('crash')
  // The page that is asked to crash does not answer.
  wire.send('Page.crash').catch((error: unknown) => expect(String(error)).toContain('closed'))
  await crashed
  // Time to write the copy.
  await sleep(2_000)
  const dumps = (): string[] => namesBelow(home).filter((name) => /\.dmp$|minidump/i.test(name))
  // The profile is in there: the search finds what is there.
  expect(namesBelow(home).length).toBeGreaterThan(10)
  // Debian's Chromium writes one whatever its switches say: into the profile, which goes with the
  // window.
  expect(dumps().filter((name) => !name.startsWith('profile/'))).toEqual([])
  await paydesk.close()
  expect(dumps()).toEqual([])
})

it('no source starts a reporter of crashes', () => {
  const src = join(import.meta.dirname, '../../src')
  const named = namesBelow(src)
    .filter((name) => /\.(ts|vue)$/.test(name))
    .filter((name) => /crashReporter/.test(readFileSync(join(src, name), 'utf8')))
  expect(named).toEqual([])
})
