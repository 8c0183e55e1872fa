import { formatMessage } from '#wording/format-messages.ts'
import { describe, expect, it } from 'vitest'
import {
  allowedSwitches,
  refusedSwitches,
  switchRefusal,
} from '../../../src/main/packaged/switches.ts'
import { startSwitches } from '../../../src/main/shell/system/link.ts'

/** What Chromium, a shell or a person does not see before a word. */
const blanks = [
  ' ',
  '\t',
  '\n',
  '\r\n',
  '\v',
  '\u00a0',
  '\u3000',
  '\ufeff',
  '\u200b',
  '\u2028',
  '\0',
]

const refused = Object.entries(refusedSwitches).flatMap(([harm, names]) =>
  names.map((name) => [name, harm] as const),
)

/** A phrase of the sentence that each harm is told by. */
const phrases: Record<string, string> = {
  watched: 'watch or control',
  unguarded: 'remove a protection',
  'foreign-code': 'run code that does not belong',
  rerouted: 'traffic elsewhere',
  'written-down': 'write down',
  elsewhere: 'records in another folder',
}

describe('a packaged start', () => {
  it.each(refused)(
    'is refused with --%s (%s), which is named with what it would do',
    (name, harm) => {
      for (const given of [`--${name}`, `-${name}`, `--${name}=1`, `--${name.toUpperCase()}`]) {
        const sentence = formatMessage(switchRefusal([given], 'linux') ?? '')
        expect(sentence).toContain(`--${name} would`)
        expect(sentence).toContain(phrases[harm])
      }
      expect(switchRefusal([`/${name}`], 'win32')).not.toBeNull()
      for (const before of blanks) {
        const sentence = formatMessage(switchRefusal([`${before}--${name}=1`], 'linux') ?? '')
        expect(sentence).toContain(`--${name} would`)
      }
    },
  )

  it.each(allowedSwitches)('goes on with --%s', (name) => {
    expect(switchRefusal([`--${name}`, `--${name}=1`], 'linux')).toBeNull()
  })

  it.each(startSwitches)('goes on with %s, an entry of the taskbar’s list', (word) => {
    expect(switchRefusal([word], 'win32')).toBeNull()
  })

  it('is refused with a switch that nobody knows', () => {
    const message = switchRefusal(['--no-such-switch=1'], 'linux')
    expect(formatMessage(message ?? '')).toBe(
      'Paydesk has no option --no-such-switch. Start Paydesk without it.',
    )
  })

  it('goes on with a link of its own and with no word at all', () => {
    expect(switchRefusal([], 'win32')).toBeNull()
    // A launcher that has no link to hand on hands on nothing, or an empty word.
    expect(switchRefusal([''], 'linux')).toBeNull()
    for (const link of ['paydesk://order/6760150', 'paydesk://orders', 'paydesk:'])
      expect(switchRefusal([link, '--lang=de'], 'linux')).toBeNull()
  })

  it.each([
    ' --remote-debugging-port=9222',
    '\t--no-sandbox',
    '\n--user-data-dir=/tmp/x',
    ' --js-flags=--expose-gc',
    '\u00a0--remote-debugging-port=9222',
    '\u3000--no-sandbox',
    '\ufeff--user-data-dir=/tmp/x',
    ' --lang=de',
    '--lang=de ',
    '--lang=de\n',
    '--lang=a b',
    `--lang=${'x'.repeat(41)}`,
    '--LANG=de',
    '-lang=de',
    '\u2212-lang',
    '--open=1',
    '--open',
    '--open=today ',
    '-x',
    '-',
    '--',
    ' ',
    'x',
    '/home/one/list.csv',
    'file:///home/one/list.csv',
    'https://paydesk.example/',
    'PAYDESK://order/6760150',
    ' paydesk://order/6760150',
    'paydesk://order/6760150\n--no-sandbox',
    'paydesk://order/6760150 --no-sandbox',
    `paydesk:${'x'.repeat(2001)}`,
    '--squirrel-firstrun',
    '-psn_0_12345',
  ])('is refused with the word %j, which is in no list', (word) => {
    const sentence = formatMessage(switchRefusal(['paydesk://order/6760150', word], 'linux') ?? '')
    expect(sentence).toMatch(/^[^\p{C}]+$/u)
    expect(sentence).toContain('Paydesk without it.')
    expect(switchRefusal([word], 'win32')).not.toBeNull()
    expect(switchRefusal([word], 'darwin')).not.toBeNull()
  })

  it('is refused with a switch of Windows, known or not', () => {
    expect(formatMessage(switchRefusal(['/no-sandbox'], 'win32') ?? '')).toContain('--no-sandbox')
    expect(switchRefusal(['/x'], 'win32')).not.toBeNull()
  })

  it('says no more than sixty letters of a name', () => {
    const message = switchRefusal([`--${'x'.repeat(5000)}`], 'linux')
    expect(formatMessage(message ?? '').length).toBeLessThan(120)
  })
})
