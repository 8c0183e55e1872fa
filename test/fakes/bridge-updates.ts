// Updates that are off: the fake program was built without keys.
import { ok } from '../../src/shared/fault.ts'
import type { UpdateView } from '../../src/shared/updates.ts'

const view: UpdateView = {
  ...{ phase: 'off', installed: '0.1.0', channel: 'stable', feed: null, keySet: null },
  ...{ checkedAt: null, offered: null, done: 0, message: null, heldUp: null },
  ...{ path: null, command: null },
}
const show = () => ok({ ...view })

export const updateAnswers = () => ({
  'update:show': show,
  'update:set-feed': show,
  'update:check': show,
  'update:download': show,
  'update:stop': show,
  'update:install': show,
  'update:restart': show,
})
