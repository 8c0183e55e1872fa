// What of paydesk.log goes into diagnostics. The log itself holds no card number and no secret
// (shell/log/incident.ts); here nothing passes but what is known to be the program's own: times,
// names of events, numbers under known names, codes, and places in the code. Sentences of errors,
// which can hold a name, an id, an amount or a path, stay behind. Pure.

const time = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) (.*)$/
const leftOut = '[left out]'

/** Events of the log, and the parts of the program that report under their own name. */
const events = [
  ...['started', 'opened', 'stopped', 'closed', 'refused', 'slow statement', 'window gone'],
  ...['window', 'screen failed'],
]
const reporters = new Set([
  ...['on-answer', 'keychain', 'ledger', 'rows', 'log:closed', 'updates', 'lock-probe', 'search'],
  ...['reader', 'high-water', 'witness', 'checkpoint', 'row-key', 'backup', 'key:tidy', 'archive'],
  'notices',
])
const reference = /^[2-9A-HJKMNP-TV-Z]{8}$/

const isNumber = (value: unknown): boolean => typeof value === 'number'
const isFlag = (value: unknown): boolean => typeof value === 'boolean'
const like =
  (pattern: RegExp) =>
  (value: unknown): boolean =>
    typeof value === 'string' && pattern.test(value)
const code = like(/^[a-z][a-zA-Z:-]{0,40}$/)
const release = like(/^\d{1,3}\.\d{1,4}\.\d{1,4}(-[a-z]{1,8}\.?\d{0,3})?$/)

/** What may stand under a name, for each name that may stand at all. */
const passes: Readonly<Record<string, (value: unknown) => boolean>> = {
  ...Object.fromEntries(
    ['ms', 'loadedMs', 'held', 'looked', 'ledger', 'keys', 'sandbox', 'practice', 'count']
      .concat('exitCode', 'httpStatus')
      .map((name) => [name, isNumber]),
  ),
  ...{ isPackaged: isFlag, isHung: isFlag },
  ...{ version: release, node: release, host: like(/^(Electron [\d.]{1,20}|Chromium host)$/) },
  ...{ kind: code, sent: code, reason: code, method: code, during: like(/^[\w-]{0,4}$|^load$/) },
  field: like(/^[a-z][a-zA-Z_]{0,40}(\.(\d{1,2}|[a-z][a-zA-Z_]{0,40})){0,4}$/),
  incident: like(reference),
  error: like(/^(TypeError|ReferenceError|RangeError|Error|other)$/),
  screen: like(/^(\/[a-z0-9]*|\/:[a-zA-Z]+(\(\.\*\)\*)?){0,6}$/),
}

const detail = / (\w+)=("(?:[^"\\]|\\.)*"|[^\s"]+)/g

function details(text: string): string {
  return [...text.matchAll(detail)]
    .map(([, name = '', written = '']) => {
      const value = parsed(written)
      const mayPass = Object.hasOwn(passes, name) && passes[name]!(value)
      return /^[a-zA-Z]{1,20}$/.test(name) ? ` ${name}=${mayPass ? written : leftOut}` : ''
    })
    .join('')
}

function parsed(written: string): unknown {
  try {
    return JSON.parse(written)
  } catch {
    return null
  }
}

/** Places of the program's own files; a path is cut to its last part. */
const frame =
  /at (?:async )?(?:([\w$.<>]{1,60}) )?\(?[^\s()|]*?([\w-]{1,60}\.[cm]?[jt]s):(\d+):(\d+)/g

function reported(who: string, text: string): string {
  const [, kind = ''] = /^(\w{0,40}Error)\b/.exec(text) ?? []
  const places = [...text.matchAll(frame)].map(
    ([, name = '', file, line, column]) => ` | at ${name} ${file}:${line}:${column}`,
  )
  return `${who} ${kind === '' ? leftOut : `${kind} ${leftOut}`}${places.join('')}`
}

/** One line of the log; what is not known to be the program's own is left out. */
export function redactLine(line: string): string {
  const [, at, rest = ''] = time.exec(line) ?? []
  if (at === undefined) return leftOut
  const event = events.find((one) => rest === one || rest.startsWith(`${one} `))
  const named = event === undefined ? '' : rest.slice(event.length)
  if (event !== undefined && (named === '' || /^ \w+=/.test(named)))
    return `${at} ${event}${details(named)}`
  const [who = '', ...more] = rest.split(' ')
  if (reporters.has(who) || reference.test(who)) return `${at} ${reported(who, more.join(' '))}`
  return `${at} ${leftOut}`
}

export const redactLog = (text: string): string =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => `${redactLine(line)}\n`)
    .join('')
