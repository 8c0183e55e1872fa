// Every reason why an update is refused, as codes of the catalogue: each has a sentence of its own.
import { say } from '#shared/message.ts'

/** The code is the message's; `say` refers to its sentence. */
export const refusals = {
  'update-description-too-long': say('update-description-too-long'),
  'update-description-not-canonical': say('update-description-not-canonical'),
  'update-description-not-understood': say('update-description-not-understood'),
  'update-key-signed-twice': say('update-key-signed-twice'),
  'update-key-not-known': say('update-key-not-known'),
  'update-key-expired': say('update-key-expired'),
  'update-signature-wrong': say('update-signature-wrong'),
  'update-signatures-too-few': say('update-signatures-too-few'),
  'update-keys-older': say('update-keys-older'),
  'update-keys-newer': say('update-keys-newer'),
  'update-key-set-not-next': say('update-key-set-not-next'),
  'update-key-set-repeats-a-key': say('update-key-set-repeats-a-key'),
  'update-key-sets-too-many': say('update-key-sets-too-many'),
  'update-for-another-channel': say('update-for-another-channel'),
  'update-for-another-platform': say('update-for-another-platform'),
  'update-for-another-processor': say('update-for-another-processor'),
  'update-for-another-form': say('update-for-another-form'),
  'update-clock-went-back': say('update-clock-went-back'),
  'update-not-yet': say('update-not-yet'),
  'update-expired': say('update-expired'),
  'update-valid-too-long': say('update-valid-too-long'),
  'update-older-than-seen': say('update-older-than-seen'),
  'update-two-of-one-time': say('update-two-of-one-time'),
  'update-version-older-than-seen': say('update-version-older-than-seen'),
  'update-version-with-another-file': say('update-version-with-another-file'),
  'update-version-older-than-installed': say('update-version-older-than-installed'),
  'update-version-installed': say('update-version-installed'),
  'update-memory-unreadable': say('update-memory-unreadable'),
  'update-file-cut': say('update-file-cut'),
  'update-file-too-long': say('update-file-too-long'),
  'update-file-differs': say('update-file-differs'),
  'update-file-replaced': say('update-file-replaced'),
  'update-feed-not-https': say('update-feed-not-https'),
  'update-feed-redirects': say('update-feed-redirects'),
  'update-feed-answers-encoded': say('update-feed-answers-encoded'),
} as const

export type RefusalCode = keyof typeof refusals
