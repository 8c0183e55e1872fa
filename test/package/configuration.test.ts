// The packer's configuration, read like a specification: each rule holds, and each is seen to be
// broken by a configuration or a script in which it is.
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import type { Configuration } from 'electron-builder'
import { describe, expect, it } from 'vitest'
import configuration from '../../electron-builder.config.ts'

const top = join(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(top, path), 'utf8')

interface Subject {
  config: Configuration
  /** Everything that runs as root or is read by a system while Paydesk is installed or removed. */
  scripts: Record<string, string>
}

const now = (): Subject => ({
  config: structuredClone({ ...configuration, afterPack: null }) as Configuration,
  scripts: Object.fromEntries(
    readdirSync(join(top, 'packaging'), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.includes('.'))
      .map((path) => [path, read(join('packaging', path))]),
  ),
})

interface Rule {
  rule: string
  holds: (subject: Subject) => boolean
  breaks: (subject: Subject) => void
}

const loose = (config: Configuration) => config as Record<string, Record<string, unknown>>
const set = (config: Configuration, name: string, value: unknown): void =>
  void Object.assign(config, { [name]: value })
const has = (given: unknown, wanted: string[]): boolean =>
  JSON.stringify(given) === JSON.stringify(wanted)
const code = (text = ''): string => text.replace(/^\s*#.*$/gm, '')
const edit = (subject: Subject, path: string, from: string, to: string): void => {
  const text = subject.scripts[path] ?? ''
  if (!text.includes(from)) throw new Error(`${path} does not hold “${from}”.`)
  subject.scripts[path] = text.replace(from, to)
}
const install = 'linux/after-install.sh'
const remove = 'linux/after-remove.sh'

const rules: Rule[] = [
  {
    rule: 'Linux has a deb, an rpm and an AppImage',
    holds: ({ config }) => has(config.linux?.target, ['deb', 'rpm', 'AppImage']),
    breaks: ({ config }) => (loose(config)['linux']!['target'] = ['deb', 'snap']),
  },
  {
    rule: 'Windows has an installer and an MSI',
    holds: ({ config }) => has(config.win?.target, ['nsis', 'msi']),
    breaks: ({ config }) => (loose(config)['win']!['target'] = ['portable']),
  },
  {
    rule: 'macOS has a disk image',
    holds: ({ config }) => has(config.mac?.target, ['dmg']),
    breaks: ({ config }) => (loose(config)['mac']!['target'] = ['zip']),
  },
  {
    rule: 'records are never deleted with the program',
    holds: ({ config }) => config.nsis?.deleteAppDataOnUninstall === false,
    breaks: ({ config }) => (loose(config)['nsis']!['deleteAppDataOnUninstall'] = true),
  },
  {
    rule: 'no script reaches into a person’s folder or deletes more than one link',
    holds: ({ scripts }) =>
      Object.values(scripts).every(
        (text) => !/\brm\b|\bfind\b|\/home|~|\$HOME|getent|\.config|XDG_/.test(code(text)),
      ),
    breaks: (subject) => edit(subject, remove, 'unlink "$link"', 'rm -rf /home/*/.config/paydesk'),
  },
  {
    rule: 'no extra script of an installer deletes anything',
    holds: ({ config }) => config.nsis?.include === undefined && config.nsis?.script === undefined,
    breaks: ({ config }) => (loose(config)['nsis']!['include'] = 'packaging/windows/more.nsh'),
  },
  {
    rule: 'Windows installs for the whole machine, where no user can write',
    holds: ({ config }) =>
      config.nsis?.perMachine === true &&
      config.nsis.oneClick === false &&
      config.nsis.allowToChangeInstallationDirectory === false &&
      config.msi?.perMachine === true,
    breaks: ({ config }) => (loose(config)['nsis']!['perMachine'] = false),
  },
  {
    rule: 'macOS runs it hardened, with leave to compile scripts and nothing else',
    holds: ({ config, scripts }) =>
      config.mac?.hardenedRuntime === true &&
      config.mac.entitlements === 'packaging/macos/entitlements.plist' &&
      config.mac.entitlementsInherit === config.mac.entitlements &&
      (scripts['macos/entitlements.plist']?.match(/<key>[^<]*/g) ?? []).join() ===
        '<key>com.apple.security.cs.allow-jit',
    breaks: (subject) =>
      edit(
        subject,
        'macos/entitlements.plist',
        '</dict>',
        '<key>com.apple.security.cs.disable-library-validation</key><true/></dict>',
      ),
  },
  {
    rule: 'there is an archive, and only native packages lie beside it',
    holds: ({ config }) =>
      config.asar === true &&
      has(config.asarUnpack, ['node_modules/better-sqlite3/**', 'node_modules/keytar/**']),
    breaks: ({ config }) => set(config, 'asar', false),
  },
  {
    rule: 'only what was built and the native packages are packed',
    holds: ({ config }) =>
      has(config.files, [
        'package.json',
        'out/app/{main,preload,renderer}/**',
        'node_modules/**',
      ]) && config.directories?.app === 'out/package/app',
    breaks: ({ config }) => (config.files = ['**/*']),
  },
  {
    rule: 'beside the archive lie the verifiers and nothing else of ours',
    holds: ({ config }) =>
      JSON.stringify(config.extraResources) ===
        '[{"from":"resources","to":".","filter":["verify-approval.mjs","verify-audit.mjs","verify_approval.py","verify_audit.py"]}]' &&
      config.extraFiles === undefined,
    breaks: ({ config }) => (config.extraResources = [{ from: '.', to: '.' }]),
  },
  {
    rule: 'paydesk:// belongs to it, on Linux too, and no other scheme does',
    holds: ({ config, scripts }) =>
      JSON.stringify(config.protocols) === '[{"name":"Paydesk","schemes":["paydesk"]}]' &&
      (scripts['linux/paydesk.desktop'] ?? '').includes('MimeType=x-scheme-handler/paydesk;\n'),
    breaks: ({ config }) => set(config, 'protocols', { name: 'Web', schemes: ['paydesk', 'http'] }),
  },
  {
    rule: 'nothing starts it without its sandbox; an AppImage is told so by name',
    holds: ({ config, scripts }) =>
      !/no-sandbox/.test(JSON.stringify(config) + Object.values(scripts).map(code).join('')) &&
      has(config.linux?.executableArgs, []) &&
      config.toolsets === undefined,
    // Left out, the packer writes --no-sandbox into the AppImage by itself.
    breaks: ({ config }) => delete loose(config)['linux']!['executableArgs'],
  },
  {
    rule: 'every start on Linux leads through the launcher',
    holds: ({ config, scripts }) =>
      (scripts['linux/paydesk.desktop'] ?? '').includes('\nExec=/opt/Paydesk/paydesk %U\n') &&
      /\n *ln -s \/opt\/Paydesk\/paydesk "\$link"\n/.test(scripts[install] ?? '') &&
      (scripts['linux/launch.sh'] ?? '').endsWith('\nexec "${here%/*}/paydesk.bin" "$@"\n') &&
      config.linux?.executableName === 'paydesk',
    breaks: (subject) => edit(subject, 'linux/paydesk.desktop', '/paydesk %U', '/paydesk.bin %U'),
  },
  {
    rule: 'the sandbox’s program belongs to root and has its rights',
    holds: ({ scripts, config }) =>
      /chown root:root "\$place\/chrome-sandbox".*\n\s*chmod 4755 "\$place\/chrome-sandbox"\n/.test(
        scripts[install] ?? '',
      ) &&
      [config.deb, config.rpm].every(
        (one) =>
          one?.afterInstall === `packaging/${install}` && one.afterRemove === `packaging/${remove}`,
      ),
    breaks: (subject) => edit(subject, install, 'chmod 4755', 'chmod 4777'),
  },
  {
    rule: 'scripts hold nothing that the packer would fill in',
    holds: ({ scripts }) => [install, remove].every((path) => !/\$\{|<%/.test(scripts[path] ?? '')),
    breaks: (subject) => edit(subject, install, '$DPKG_ROOT', '${executable}'),
  },
  {
    rule: 'nothing is uploaded, and no address for updates is written down',
    holds: ({ config }) => config.publish === null,
    breaks: ({ config }) => (config.publish = { provider: 'generic', url: 'https://x.invalid' }),
  },
  {
    rule: 'no package is compiled or fetched while packing',
    holds: ({ config }) => config.npmRebuild === false && config.nodeGypRebuild === false,
    breaks: ({ config }) => set(config, 'npmRebuild', true),
  },
]

describe('the packer’s configuration', () => {
  it.each(rules)('$rule', ({ holds }) => {
    expect(holds(now())).toBe(true)
  })

  it.each(rules)('would be refused without: $rule', ({ holds, breaks }) => {
    const subject = now()
    breaks(subject)
    expect(holds(subject)).toBe(false)
  })

  it('sets fuses and digests before anything is signed', () => {
    expect(configuration.afterPack).toBeTypeOf('function')
    expect(configuration.afterSign).toBeUndefined()
  })

  it('is one that the packer’s own schema takes', () => {
    const schema = JSON.parse(read('node_modules/app-builder-lib/scheme.json')) as object
    const validate = new Ajv({ strict: false, allErrors: true }).compile(schema)
    validate({ ...configuration, afterPack: null })
    expect(validate.errors ?? []).toEqual([])
    expect(validate({ ...configuration, afterPack: null, nsiss: {} })).toBe(false)
  })
})
