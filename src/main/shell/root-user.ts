// Whether this program may open a window as the user it runs as. The browser's sandbox refuses to
// run for root, so that what breaks out of the page would have the whole machine. Pure.

/** `uid` is undefined where the system knows none (Windows). */
export const isRootUser = (uid: number | undefined): boolean => uid === 0

/** Why no window opens, or null. `allowed` is the value of PAYDESK_ALLOW_ROOT. */
export const rootRefusal = (uid: number | undefined, allowed: string | undefined): string | null =>
  isRootUser(uid) && allowed !== '1'
    ? 'Paydesk does not open as root, because the page would have no browser sandbox. ' +
      'Start it as yourself, or set PAYDESK_ALLOW_ROOT=1 to open it anyway.'
    : null
