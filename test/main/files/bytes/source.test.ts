// A file that the system refuses to open or to read, and one that another program writes into.
import { realpathSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { say } from '#shared/message.ts'
import { openSource } from '../../../../src/main/files/bytes/source.ts'
import { UnreadableFile } from '../../../../src/main/files/bytes/source-row.ts'
import { newFolder } from '../../ledger/ledger-rig.ts'

const notOpened = new UnreadableFile('no-table', say('files.not-opened'))

// What is read of a process’ memory at its first byte is an error of the disk.
const ofLinux = process.platform === 'linux' ? ['/proc/self/mem', '/dev/zero'] : []
it.each([...ofLinux, '/gone/list.csv', tmpdir()])(
  'says that it can’t be opened: %s',
  async (path) => {
    await expect(openSource({ path })).rejects.toEqual(notOpened)
  },
)

it('is another file once its bytes changed, whatever its times say', async () => {
  const path = join(realpathSync(newFolder()), 'list.csv')
  const put = (text: string): void => {
    writeFileSync(path, text)
    utimesSync(path, 1_700_000_000, 1_700_000_000)
  }
  put('id;amount\n1;10.00\n')
  const source = await openSource({ path })
  expect(await source.isUnchanged()).toBe(true)
  await new Promise((resolve) => setTimeout(resolve, 20))
  put('id;amount\n2;99.00\n')
  expect(await source.isUnchanged()).toBe(false)
  await source.close()
})
