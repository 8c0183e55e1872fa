// Faults in what an update has to be before it is installed.
import { type Campaigns, type Guard, type Mutant, testOf, updatesAttacked } from './row.ts'

const attacked = 'test/campaigns/updates.test.ts'
const checkUpdate = 'src/main/updates/check-update.ts'
const signatures = 'src/main/updates/signatures.ts'
const held = 'src/main/updates/held-file.ts'
const flow = 'src/main/updates/updates.ts'
const installers = 'src/main/updates/installers.ts'
const feed = 'src/main/updates/feed.ts'

type Row = Omit<Guard, 'tests'> & {
  tests?: Guard['tests']
  /** Every attack on updates when left out. */
  campaigns?: Campaigns
  heldBy?: string
  unseen?: string
}

const nothingOpen = 'In the campaign of attacks on updates no request is open.'

const rows: readonly Row[] = [
  {
    id: 'update-by-one-key',
    story: 'One key is enough to sign an update.',
    file: signatures,
    find: 'signaturesNeeded = 2',
    replace: 'signaturesNeeded = 1',
  },
  {
    id: 'update-signature-not-verified',
    story: 'A signature of an update is never computed.',
    file: signatures,
    find: 'if (!isSignature(bytes, key, signature))',
    replace: "if (signature === '')",
  },
  {
    id: 'update-key-twice',
    story: 'A key that signs twice counts as two.',
    file: signatures,
    find: 'if (new Set(signers).size < signers.length)',
    replace: 'if (signers.length < 0)',
  },
  {
    id: 'update-strange-key',
    story: 'A key that nobody knows signs beside two others.',
    file: signatures,
    find: "if (found.length === 0) return 'update-key-not-known'",
    replace: 'if (found.length === 0) continue',
  },
  {
    id: 'update-key-for-ever',
    story: 'A key signs after its time.',
    file: signatures,
    find: 'now > notAfter',
    replace: 'now > notAfter * 2',
  },
  {
    id: 'update-any-spelling',
    story: 'A description may be written in any way, doubled names and all.',
    file: 'src/main/updates/canonical.ts',
    find: 'if (canonicalText(value) === text) return { value }',
    replace: "if (typeof value === 'object') return { value }",
  },
  {
    id: 'update-of-any-length',
    story: 'A description may be of any length.',
    file: 'src/main/updates/canonical.ts',
    find: 'if (bytes.length > longestText)',
    replace: 'if (bytes.length > 2 * longestText ** 2)',
  },
  {
    id: 'update-of-old-keys',
    story: 'A description names keys that were replaced.',
    file: checkUpdate,
    find: "if (update.keySet < version) return 'update-keys-older'",
    replace: 'if (update.keySet < version) return null',
  },
  {
    id: 'update-of-unshown-keys',
    story: 'A description names keys that were never shown.',
    file: checkUpdate,
    find: "return update.keySet > version ? 'update-keys-newer' : null",
    replace: 'return null',
  },
  ...(['channel', 'platform', 'arch'] as const).map((field) => ({
    id: `update-of-any-${field}`,
    story: `An update may be for another ${field}.`,
    file: checkUpdate,
    find: `if (update.${field} !== place.${field})`,
    replace: `if (update.${field}.length === 0)`,
  })),
  {
    id: 'update-of-any-form',
    story: 'An update may come in another form.',
    file: checkUpdate,
    find: "return update.form === place.form ? null : 'update-for-another-form'",
    replace: 'return null',
  },
  {
    id: 'update-clock-back',
    story: 'The clock may go back behind the last look.',
    file: checkUpdate,
    find: 'const code =\n    clockFault(asked) ??\n',
    replace: 'const code =\n',
  },
  {
    id: 'update-keys-clock-back',
    story: 'The clock may go back as keys are changed.',
    file: checkUpdate,
    find: "if (now < seen.time - clockSlackMs) return { refused: 'update-clock-went-back' }",
    replace: '',
    tests: [testOf('updates/updates')],
    campaigns: [updatesAttacked('clock')],
    heldBy:
      'clockFault() in src/main/updates/check-update.ts refuses the description by the same clock.',
  },
  {
    id: 'update-too-early',
    story: 'A description is believed before its time.',
    file: checkUpdate,
    find: "if (now < Math.max(notBefore, describedAt)) return 'update-not-yet'",
    replace: '',
  },
  {
    id: 'update-described-in-years',
    story: 'A description of years to come makes each later one an older one.',
    file: checkUpdate,
    find: 'Math.max(notBefore, describedAt)',
    replace: 'notBefore',
  },
  {
    id: 'update-frozen',
    story: 'A feed that is held still is believed for ever.',
    file: checkUpdate,
    find: "return now > notAfter ? 'update-expired' : null",
    replace: 'return null',
  },
  {
    id: 'update-valid-for-ever',
    story: 'A description may be valid for years.',
    file: checkUpdate,
    find: "if (notAfter - notBefore > longestValidMs) return 'update-valid-too-long'",
    replace: '',
  },
  {
    id: 'update-feed-goes-back',
    story: 'A feed shows an older description than before.',
    file: checkUpdate,
    find: "if (update.describedAt < description.at) return 'update-older-than-seen'",
    replace: '',
  },
  {
    id: 'update-two-of-one-time',
    story: 'A feed shows each computer another description of one time.',
    file: checkUpdate,
    find: 'update.describedAt === description.at && digestOf',
    replace: 'update.describedAt === -1 && digestOf',
  },
  {
    id: 'update-behind-the-highest',
    story: 'A version is installed that is older than one that was described.',
    file: checkUpdate,
    find: "if (step < 0) return 'update-version-older-than-seen'",
    replace: 'if (step < 0) return null',
  },
  {
    id: 'update-other-file-of-a-version',
    story: 'A version has two files.',
    file: checkUpdate,
    find: 'step === 0 && update.sha512 !== highest.sha512',
    replace: 'step === 0 && update.sha512 === highest.version',
  },
  {
    id: 'update-downgrade',
    story: 'An older version takes the place of the installed one.',
    file: checkUpdate,
    find: 'if (step < 0) return { outcome',
    replace: 'if (step > 0 && step < 0) return { outcome',
  },
  {
    id: 'update-same-version',
    story: 'The installed version is installed again.',
    file: checkUpdate,
    find: 'if (step === 0) return { outcome',
    replace: 'if (installed === update.sha512) return { outcome',
  },
  {
    id: 'update-keys-skip',
    story: 'A set of keys does not follow the one before.',
    file: checkUpdate,
    find: 'if (next.version !== keySet.version + 1)',
    replace: 'if (next.version <= 0)',
  },
  {
    id: 'update-keys-repeat',
    story: 'A set of keys is three times one key.',
    file: checkUpdate,
    find: 'if (repeatsKey(next)) return',
    replace: 'if (next.keys.length === 0) return',
  },
  {
    id: 'update-keys-by-the-old-alone',
    story: 'A set of keys that nobody holds takes over.',
    file: checkUpdate,
    find: 'sets: [keySet, next], now',
    replace: 'sets: [keySet, { ...next, keys: keySet.keys }], now',
  },
  {
    id: 'update-keys-unproven',
    story: 'Keys that something other than Paydesk wrote into the ledger are trusted.',
    file: checkUpdate,
    find: "if ('refused' in next) return null",
    replace: 'if (!("keySet" in next)) return { keySet: parsed.signed.body, texts: [text] }',
  },
  {
    id: 'update-keys-forgotten',
    story: 'Keys that were replaced are trusted again after a restart.',
    file: flow,
    find: '    keep(run, memory)\n  }\n',
    replace: '  }\n',
    tests: [testOf('updates/updates')],
  },
  {
    id: 'update-not-remembered',
    story: 'What a feed showed is forgotten by the next start.',
    file: flow,
    find: 'keep(run, { ...withSeen(memory, check.seen), checkedAt: run.parts.clock() })',
    replace: '',
    tests: [testOf('updates/updates')],
  },
  {
    id: 'update-installed-while-open',
    story: 'A program is replaced while a request has no outcome.',
    file: flow,
    find: 'if (!mayGoOn()) return to(run, { message: null })',
    replace: '',
    tests: [testOf('updates/held-up')],
    unseen: nothingOpen,
  },
  {
    id: 'update-not-checked-again',
    story: 'An update that expired after its download is installed.',
    file: flow,
    find: "if ('code' in good) return drop(run).then(() => refuse(run, good.code))",
    replace: "if ('code' in good) return drop(run)",
  },
  {
    id: 'update-last-moment-appimage',
    story: 'A request that became open at the last moment holds nothing up.',
    file: installers,
    find: "if (!mayGoOn()) return { outcome: 'held-up' }",
    replace: '',
    tests: [testOf('updates/updates')],
    unseen: nothingOpen,
  },
  {
    id: 'update-file-not-checked',
    story: 'The file is handed on without another look at it.',
    file: installers,
    find: "  const code = await file.fault()\n  if (code !== null) return { outcome: 'refused', code }\n  const target",
    replace: '  const target',
  },
  {
    id: 'update-copy-not-digested',
    story: 'What is written in the program’s place is not what was checked.',
    file: installers,
    find: "if (late !== null) return { outcome: 'refused', code: late }",
    replace: '',
    tests: [testOf('updates/updates')],
    unseen:
      'No attack of the campaign changes the file between the last look at it and its copying.',
  },
  {
    id: 'update-file-swapped',
    story: 'Another file under the name of the download is not noticed.',
    file: held,
    find: "if (await isReplaced()) return 'update-file-replaced'",
    replace: '',
  },
  {
    id: 'update-file-of-any-length',
    story: 'The download goes on for as long as the feed likes.',
    file: held,
    find: "if (done + chunk.length > size) return 'update-file-too-long'",
    replace: '',
    tests: [testOf('updates/updates')],
    campaigns: [updatesAttacked('endless')],
  },
  {
    id: 'update-file-of-any-content',
    story: 'The download is not compared with what was signed.',
    file: held,
    find: "return hash.digest('hex') === sha512 ? null : 'update-file-differs'",
    replace: 'return null',
  },
  {
    id: 'update-file-for-all',
    story: 'Another account of the computer can write the download.',
    file: held,
    find: 'await chmod(folder, 0o700)',
    replace: 'await chmod(folder, 0o777)',
    tests: [testOf('updates/updates')],
    unseen: 'In the campaigns the computer has one account.',
  },
  {
    id: 'update-feed-redirects',
    story: 'The feed leads to any other address.',
    file: feed,
    find: "redirect: 'manual'",
    replace: "redirect: 'follow'",
  },
  {
    id: 'update-feed-plain',
    story: 'The feed may be plain http.',
    file: feed,
    find: "if (protocol !== 'https:' && !isLoopback) return null",
    replace: '',
  },
  {
    id: 'update-feed-endless',
    story: 'A short file is read for as long as the feed sends.',
    file: feed,
    find: 'if (length > longestText) break',
    replace: '',
    tests: [testOf('updates/updates')],
    campaigns: [updatesAttacked('endless')],
  },
]

export const updates: readonly Mutant[] = rows.map(({ unseen, heldBy, campaigns, ...row }) => {
  const guard = { tests: [attacked], ...row }
  if (unseen !== undefined) return { ...guard, campaigns: [], unseen }
  const noticed = { ...guard, campaigns: campaigns ?? [updatesAttacked()] } as const
  return heldBy === undefined ? noticed : { ...noticed, heldBy }
})
