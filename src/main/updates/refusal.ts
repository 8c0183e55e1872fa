// Every reason why an update is refused, as codes of the catalogue: each has a sentence of its own.
import { say } from '#shared/message.ts'

/** The code is the message's; `say` refers to its sentence. */
export const refusals = {
  'update-description-too-long': say('program.update-description-too-long'),
  'update-description-not-canonical': say('program.update-description-not-canonical'),
  'update-description-not-understood': say('program.update-description-not-understood'),
  'update-key-signed-twice': say('program.update-key-signed-twice'),
  'update-key-not-known': say('program.update-key-not-known'),
  'update-key-expired': say('program.update-key-expired'),
  'update-signature-wrong': say('program.update-signature-wrong'),
  'update-signatures-too-few': say('program.update-signatures-too-few'),
  'update-keys-older': say('program.update-keys-older'),
  'update-keys-newer': say('program.update-keys-newer'),
  'update-key-set-not-next': say('program.update-key-set-not-next'),
  'update-key-set-repeats': say('program.update-key-set-repeats'),
  'update-key-sets-too-many': say('program.update-key-sets-too-many'),
  'update-for-another-channel': say('program.update-for-another-channel'),
  'update-for-another-platform': say('program.update-for-another-platform'),
  'update-for-another-processor': say('program.update-for-another-processor'),
  'update-for-another-form': say('program.update-for-another-form'),
  'update-clock-went-back': say('program.update-clock-went-back'),
  'update-not-yet': say('program.update-not-yet'),
  'update-expired': say('program.update-expired'),
  'update-valid-too-long': say('program.update-valid-too-long'),
  'update-older-than-seen': say('program.update-older-than-seen'),
  'update-two-of-one-time': say('program.update-two-of-one-time'),
  'update-version-older-than-seen': say('program.update-version-older-than-seen'),
  'update-version-with-another-file': say('program.update-version-with-another-file'),
  'update-version-older-than-installed': say('program.update-version-older-than-installed'),
  'update-version-installed': say('program.update-version-installed'),
  'update-memory-unreadable': say('program.update-memory-unreadable'),
  'update-file-cut': say('program.update-file-cut'),
  'update-file-too-long': say('program.update-file-too-long'),
  'update-file-differs': say('program.update-file-differs'),
  'update-file-replaced': say('program.update-file-replaced'),
  'update-feed-not-https': say('program.update-feed-not-https'),
  'update-feed-redirects': say('program.update-feed-redirects'),
  'update-feed-answers-encoded': say('program.update-feed-answers-encoded'),
} as const

export type RefusalCode = keyof typeof refusals
