// The system's notifications and the number on the dock or taskbar. A click brings the window to
// the front and opens a place; it acts on nothing. Where the system shows no notifications, Today
// has every line all the same.
import { formatMessage } from '#wording/format-messages.ts'
import { app, Notification } from 'electron'
import type { Place } from '#shared/desktop/window-methods.ts'
import type { NoticePorts } from '../../desk/base/desk.ts'

export function systemNotices(open: (place: Place) => void): NoticePorts {
  const standing = new Map<string, Notification>()
  return {
    show: ({ id, body, opens }) => {
      if (!Notification.isSupported()) return
      const notice = new Notification({ id, title: 'Paydesk', body: formatMessage(body) })
      notice.on('click', () => open(opens))
      // Kept, or a click on it would be heard by nobody.
      standing.set(id, notice)
      notice.show()
    },
    withdraw: (id) => {
      standing.get(id)?.close()
      standing.delete(id)
      // One of an earlier run: only macOS lets it be named.
      if (process.platform === 'darwin') Notification.remove(id)
    },
    badge: (count) => void app.setBadgeCount(count),
  }
}
