// Notifications that nobody hears, for desks whose test is about something else.
import type { NoticePorts } from '../../../src/main/desk/base/desk.ts'

export const quietNotices: NoticePorts = {
  show: () => undefined,
  withdraw: () => undefined,
  badge: () => undefined,
}
