import { formatMessage } from '#messages/format-messages.ts'
import { describe, expect, it } from 'vitest'
import {
  allowedSwitches,
  refusedSwitches,
  switchRefusal,
} from '../../../src/main/packaged/switches.ts'
import { startSwitches } from '../../../src/main/shell/system/link.ts'

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
      expect(switchRefusal(['--', 'x', `--${name}`], 'linux')).not.toBeNull()
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

  it('goes on with an address of its own and with no switch at all', () => {
    expect(switchRefusal([], 'win32')).toBeNull()
    expect(switchRefusal(['paydesk://orders', '-', '--', ''], 'linux')).toBeNull()
    expect(switchRefusal(['/home/one/list.csv'], 'linux')).toBeNull()
  })

  it('says no more than sixty letters of a name', () => {
    const message = switchRefusal([`--${'x'.repeat(5000)}`], 'linux')
    expect(formatMessage(message ?? '').length).toBeLessThan(120)
  })
})
