// Whether this program may open a window as the user it runs as. The browser's sandbox refuses to
// run for root, so that what breaks out of the page would have the whole machine. Pure.

/** `uid` is undefined where the system knows none (Windows). */
export const isRootUser = (uid: number | undefined): boolean => uid === 0

/** Why no window opens, or null. `allowed` is the value of PAYDESK_ALLOW_ROOT. */
export const rootRefusal = (uid: number | undefined, allowed: string | undefined): string | null =>
  isRootUser(uid) && allowed !== '1'
    ? 'Paydesk does not open as root: no sandbox would stand around the page. ' +
      'Start it as yourself, or with PAYDESK_ALLOW_ROOT=1 if you mean it.'
    : null
