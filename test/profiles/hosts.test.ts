// Every flow at every host of the family, through the real desk against the embedded sandbox. The
// sandbox's books say how it ended, and docs/hosts.md is what this run writes.
import { format, resolveConfig } from 'prettier'
import { describe, expect, it } from 'vitest'
import { hostNames } from '../../src/sandbox/hosts/profiles.ts'
import { pageOf } from './page.ts'
import { noCells, playAll } from './play.ts'

const cells = noCells()

// Most of a flow is waiting, so several hosts are played beside each other.
describe.concurrent('every flow ends as it should', () => {
  it.each(hostNames)(
    'at the host %s',
    async (host) => {
      expect(await playAll(host, cells)).toEqual({})
    },
    600_000,
  )
})

describe('docs/hosts.md', () => {
  it('is what this run found', async () => {
    const style = await resolveConfig(import.meta.filename)
    const page = await format(pageOf(cells), { ...style, parser: 'markdown' })
    await expect(page).toMatchFileSnapshot('../../docs/hosts.md')
  })
})
