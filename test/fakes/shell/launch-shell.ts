// The real shell, preload and page around the fake desk, in a real Chromium; for tests that attack
// the window.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launchPaydesk, type Launched, type LaunchOptions } from '../../../scripts/launch.ts'

const top = join(import.meta.dirname, '../../..')

export const newFolder = (): string => mkdtempSync(join(tmpdir(), 'paydesk-test-'))

export const launchShell = (options: Partial<LaunchOptions> = {}): Promise<Launched> =>
  launchPaydesk({
    userData: newFolder(),
    main: join(top, 'test/fakes/shell/main.ts'),
    host: 'chromium-host',
    ...options,
    env: { PAYDESK_TEST_PAGES: join(top, 'out/app'), ...options.env },
  })
