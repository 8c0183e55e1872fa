// English of keys.
export const keys = {
  'the-control-key-is-set': 'The control key is set.',
  'merchant-control-key': 'Merchant control key',
  'the-shared-secret-of-the-merchant-without':
    'The merchant’s shared secret. Without it nothing can be looked up or sent.',
  'new-control-key': 'New control key',
  'it-is-kept-in-the-keychain-and-never': 'It is stored in the keychain and never shown again.',
  'what-you-typed-was-cleared':
    'The field was cleared because it holds a secret. Enter the key again.',
  'set-the-key': 'Set the key',
  replace: 'Replace…',
  'remove-the-control-key': 'Remove the control key',
  'key-is-deleted-from-this-computer':
    'The key is deleted from this computer. Nothing can be looked up or sent on this connection until a key is entered again.',
  'from-its-begin-line-to-its-end-line':
    'From its BEGIN line to its END line. It is shown as dots.',
  'lines-lines-not-beginning-with-a-begin-line':
    '{lines} {lines, plural, one {line} other {lines}}, not beginning with a BEGIN line.',
  'kind-lines-lines': '{kind}, {lines} lines.',
  'the-present-private-key-is-deleted-for-good':
    'The current private key is deleted for good. The gateway refuses RSA-signed operations until its operator has entered the new public key.',
  'private-key-pem-pkcs-8-or-pkcs-1': 'Private key, PEM (PKCS#8 or PKCS#1)',
  'passphrase-of-the-key': 'Passphrase of the key',
  'used-once-to-open-it-not-kept': 'Used once to open the key. Not stored.',
  'what-you-pasted-was-cleared':
    'The field was cleared because it holds a secret. Paste the key again.',
  'replace-by-this-key': 'Replace with this key',
  'import-this-key': 'Import this key',
  'public-key': 'Public key',
  'send-this-public-key-to-the-gateways-operator':
    'Send this public key to the gateway’s operator, to be entered for the login {login} in {environment}. It is not secret. Then compare the fingerprint with them in another way, such as by phone.',
  'public-key-pem': 'Public key, PEM',
  'bits-bits-sha-256': '{bits} bits, SHA-256',
  'copy-the-public-key': 'Copy the public key',
  'save-it-as-a-file': 'Save as a file…',
  'saved-as-path': 'Saved as {path}',
  'the-key-pair-was-made-send-the-public':
    'The key pair was created. Send the public key to the gateway’s operator.',
  'the-private-key-was-imported': 'The private key was imported.',
  'private-key-rsa': 'Private key (RSA)',
  'needed-only-for-operations-that-are-signed-with-rsa':
    'Needed only for operations that are signed with RSA, such as payouts in two steps. Use separate key pairs for test and for production.',
  'making-a-key-pair-of-4096-bits':
    'Creating a key pair of 4096 bits. This takes a few seconds. {span}',
  'show-the-public-key': 'Show the public key',
  'replace-by-a-new-pair': 'Replace with a new pair…',
  'create-a-key-pair': 'Create a key pair',
  import: 'Import…',
  'replace-the-private-key': 'Replace the private key',
  'make-a-new-key-pair': 'Create a new key pair',
  'remove-the-private-key': 'Remove the private key',
  'it-is-deleted-from-this-computer-for-good':
    'The private key is deleted from this computer for good. The public key can’t bring it back. Operations signed with RSA are not possible until another key is set and the gateway knows it.',
  fingerprint: 'Fingerprint',
  kept: 'Stored',
  'the-keychain-is-locked-unlock-it-then-press':
    'The keychain is locked. Unlock it, then press Try again at the top. Keys can’t be changed until then.',
} as const
