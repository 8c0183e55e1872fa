// English sentences about updates of the program.
export const updates = {
  'update-description-too-long': 'The update’s description is far too long. None of it was read.',
  'update-description-not-canonical':
    'The description of the update is not written in the one way that can be signed.',
  'update-description-not-understood':
    'The description of the update has a field that is missing, unknown or of another kind.',
  'update-key-signed-twice':
    'One key signed the description twice. Two different keys have to sign.',
  'update-key-not-known':
    'The description is signed with a key that this Paydesk does not know, or no longer trusts.',
  'update-key-expired': 'The description is signed with a key that has expired.',
  'update-signature-wrong':
    'A signature does not fit the description: it was changed, or signed as another one.',
  'update-signatures-too-few':
    'Fewer than two of the three keys signed the description. One signature is not enough.',
  'update-keys-older':
    'The description names a set of keys that was replaced. It may have been signed by a key that leaked.',
  'update-keys-newer':
    'The description names a newer set of keys, and the feed does not show how it came to be.',
  'update-key-set-not-next':
    'The feed offers a set of keys that does not follow the one that is trusted here.',
  'update-key-set-repeats-a-key':
    'The feed offers a set of keys in which one key stands more than once.',
  'update-key-sets-too-many':
    'The keys changed more often than this Paydesk follows. Install the newest version by hand.',
  'update-for-another-channel': 'The feed offers an update of another channel.',
  'update-for-another-platform': 'The feed offers an update for another operating system.',
  'update-for-another-processor': 'The feed offers an update for another processor.',
  'update-for-another-form':
    'The feed offers an update in a different form from the one Paydesk was installed in.',
  'update-clock-went-back':
    'This computer’s clock is earlier than it was at the last check of the feed. Correct it, then check again.',
  'update-not-yet': 'The description is not valid yet. Check this computer’s clock, or wait.',
  'update-expired':
    'The description is no longer valid. Somebody may be holding the feed back on purpose: ask whoever runs it.',
  'update-valid-too-long': 'The description claims to be valid for more than ninety days.',
  'update-older-than-seen':
    'The feed shows an older description than it did before. It may be held back on purpose: ask whoever runs it.',
  'update-two-of-one-time':
    'The feed shows another description with the same time as the last one. There must be only one.',
  'update-version-older-than-seen':
    'The feed offers an older version than the one it described before.',
  'update-version-with-another-file':
    'The feed offers another file under a version that was described before.',
  'update-version-older-than-installed': 'The feed offers an older version than the one installed.',
  'update-version-installed': 'This version is installed already.',
  'update-memory-unreadable':
    'Paydesk can’t prove the update history in this ledger. Switch updates off, then enter the address of the feed again.',
  'update-file-cut': 'The file ended before its described size.',
  'update-file-too-long': 'The file is longer than described. What was downloaded was deleted.',
  'update-file-differs': 'The file is not the one that was described and signed.',
  'update-file-replaced':
    'The downloaded file was moved or replaced after it was checked. Download it again.',
  'update-feed-not-https': 'The feed address must start with https:// and name a folder.',
  'update-feed-redirects': 'The feed leads to another address. Paydesk does not follow it.',
  'update-feed-answers-encoded':
    'The feed answered in compressed form, which Paydesk did not ask for.',
  'update-feed-unreached': 'The feed did not answer ({why}). Nothing was changed.',
  'update-download-broke-off': 'The download stopped ({why}). Nothing was installed.',
  'update-install-failed': 'The update could not be installed ({why}). Nothing was changed.',
  'update-no-installer-here':
    'This Paydesk has no installer for the form {form}. The file was checked and can be installed by hand.',
  'update-no-keys':
    'This Paydesk was built without keys to check updates with. It is updated by hand.',
  'take-updates-from-this-feed': 'Use this feed for Paydesk updates?',
  'take-updates-button': 'Use this feed',
  'switch-updates-off': 'Switch off Paydesk updates?',
  'switch-updates-off-button': 'Switch off',
  'updates-off-means': 'Paydesk then checks no feed and has to be updated by hand.',
  'install-paydesk-version': 'Install Paydesk {version}?',
  'install-means':
    'Two of the three keys signed it for this computer. SHA-512 of the file: {sha512}',
  'install-button': 'Install',
  'update-waits-for-unknown':
    'Requests with an unknown outcome: {count}. Paydesk waits until each has one.',
  'update-waits-for-requests':
    'Requests that wait or are being processed: {count}. Paydesk waits until each has an outcome.',
  'update-waits-for-a-stop':
    'Money is stopped. Paydesk waits until a person has looked at the reason.',
  'memory-of-updates': 'update history',
} as const
