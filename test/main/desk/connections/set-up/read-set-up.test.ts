import { expect, it } from 'vitest'
import { mostSetUpBytes } from '#shared/connections/set-up-file.ts'
import { inputFault } from '#shared/fault.ts'
import { say } from '#shared/message.ts'
import { readSetUp } from '../../../../../src/main/desk/connections/set-up/read-set-up.ts'

it('bytes that are too long for a set-up file are not read', () => {
  expect(readSetUp(new Uint8Array(mostSetUpBytes + 1))).toEqual({
    ok: false,
    fault: inputFault('file', say('set-up.too-long')),
  })
})
