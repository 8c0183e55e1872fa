import { readFileSync } from 'node:fs'
import { expect, it, vi } from 'vitest'
import { createUpdates } from '../../../src/main/updates/updates.ts'
import { openFeed } from '../../../src/main/updates/feed.ts'
import { keysBody } from '../../campaigns/updates/maker.ts'
import { newWorld, openPlace } from '../../campaigns/updates/world.ts'

it('the installer hears nothing of an update while a request is open', async () => {
  const place = await openPlace()
  const world = newWorld(place)
  const install = vi.fn()
  let isOpen = true
  const updates = createUpdates({
    memory: { read: () => world.memory, write: (text) => void (world.memory = text) },
    builtIn: keysBody(world.signers, 1, world.now + 1) as never,
    installed: '1.2.0',
    place: { platform: 'linux', arch: 'x64', form: 'appimage' },
    folder: `${place.home}/held-up`,
    clock: () => world.now,
    feedAt: (address) => openFeed(address, true),
    mayBeLoopback: true,
    installer: { install },
    stopped: () => null,
    heldUp: () => (isOpen ? { message: 'open', at: 'attempts' } : null),
    onChange: () => undefined,
    onRefused: () => undefined,
  })
  await updates.check()
  await updates.download()
  await updates.install()
  expect(updates.show().phase).toBe('downloaded')
  expect(install).not.toHaveBeenCalled()
  isOpen = false
  install.mockResolvedValue({ outcome: 'in-place' })
  await updates.install()
  expect(install).toHaveBeenCalledTimes(1)
  expect(readFileSync(world.target, 'utf8')).toContain('1.2.0')
  await updates.close()
  await place.close()
})
