// What starting as root means: the browser's sandbox refuses to run for root, so nothing stands
// between a page and the machine. A person is told and asked to start otherwise; where nobody sits
// at a terminal (a container), one line says so. Pure.

export const isRoot = () => process.getuid?.() === 0

/** Whether a person can be asked: both ends are a terminal. */
export const isAtTerminal = () => process.stdin.isTTY === true && process.stdout.isTTY === true

const without = 'Running as root, so the page has no browser sandbox. Use it for practice only.'
const unasked = 'Nobody can be asked here, so PAYDESK_ALLOW_ROOT=1 is set.'
const refusal =
  'Paydesk does not open as root, because the page would have no browser sandbox. ' +
  'Start it as yourself, or set PAYDESK_ALLOW_ROOT=1 to open it anyway.'

/**
 * What a start says and adds to the environment. `isWindow`: a person is about to work in it.
 * `isRefused`: the start ends with the words. A start that is no root's says nothing.
 */
export function rootStart({ isRoot, isTerminal, isWindow, env }) {
  if (!isRoot) return { isRefused: false, message: null, env: {} }
  const isAllowed = env.PAYDESK_ALLOW_ROOT === '1'
  if (!isAllowed && isTerminal && isWindow) return { isRefused: true, message: refusal, env: {} }
  const message = isAllowed || isTerminal ? without : `${without} ${unasked}`
  return { isRefused: false, message, env: { PAYDESK_ALLOW_ROOT: '1' } }
}
