// English of keys.
export const keys = {
  'the-control-key-is-set': 'The control key is set.',
  'merchant-control-key': 'Merchant control key',
  'the-shared-secret-of-the-merchant-without':
    'The shared secret of the merchant. Without it nothing can be asked or sent.',
  'new-control-key': 'New control key',
  'it-is-kept-in-the-keychain-and-never': 'It is kept in the keychain and never shown again.',
  'what-you-typed-was-cleared': 'What you typed was cleared, as it is a secret. Enter it again.',
  'replace-the-key': 'Replace the key',
  'set-the-key': 'Set the key',
  replace: 'Replace…',
  'remove-the-control-key': 'Remove the control key',
  'remove-the-key': 'Remove the key',
  'key-is-deleted-from-this-computer':
    'The key is deleted from this computer. Nothing can be asked or sent on this connection until it is entered again.',
  'from-its-begin-line-to-its-end-line':
    'From its BEGIN line to its END line. It is shown as dots.',
  'lines-lines-not-beginning-with-a-begin-line':
    '{lines} {lines, plural, one {line} other {lines}}, not beginning with a BEGIN line.',
  'kind-lines-lines': '{kind}, {lines} lines.',
  'the-present-private-key-is-deleted-for-good':
    'The present private key is deleted for good. RSA-signed operations are refused by the gateway until its operator has entered the new public key.',
  'private-key-pem-pkcs-8-or-pkcs-1': 'Private key, PEM (PKCS#8 or PKCS#1)',
  'passphrase-of-the-key': 'Passphrase of the key',
  'used-once-to-open-it-not-kept': 'Used once, to open it; not kept.',
  'what-you-pasted-was-cleared': 'What you pasted was cleared, as it is a secret. Paste it again.',
  'replace-by-this-key': 'Replace with this key',
  'import-this-key': 'Import this key',
  'public-key': 'Public key',
  'send-this-public-key-to-the-gateways-operator':
    'Send this public key to the gateway’s operator, to be entered for the login {login} in {environment}. It is not secret. Then compare the fingerprint with them in another way, such as by phone.',
  'public-key-pem': 'Public key, PEM',
  'bits-bits-sha-256': '{bits} bits, SHA-256',
  'copy-the-public-key': 'Copy the public key',
  'save-it-as-a-file': 'Save it as a file…',
  'saved-as-path': 'Saved as {path}',
  'the-key-pair-was-made-send-the-public':
    'The key pair was made. Send the public key to the gateway’s operator.',
  'the-private-key-was-imported': 'The private key was imported.',
  'private-key-rsa': 'Private key (RSA)',
  'needed-only-for-operations-that-are-signed-with-rsa':
    'Needed only for operations that are signed with RSA, such as payouts in two steps. Use separate key pairs for test and for production.',
  'making-a-key-pair-of-4096-bits':
    'Making a key pair of 4096 bits. This takes some seconds. {span}',
  'show-the-public-key': 'Show the public key',
  'replace-by-a-new-pair': 'Replace with a new pair…',
  'create-a-key-pair': 'Create a key pair',
  import: 'Import…',
  'replace-the-private-key': 'Replace the private key',
  'make-a-new-key-pair': 'Make a new key pair',
  'remove-the-private-key': 'Remove the private key',
  'it-is-deleted-from-this-computer-for-good':
    'The private key is deleted from this computer for good; the public key can’t bring it back. Operations signed with RSA are not possible until another key is set and the gateway knows it.',
  fingerprint: 'Fingerprint',
  kept: 'Kept',
  'the-keychain-is-locked-unlock-it-then-press':
    'The keychain is locked. Unlock it, then press Try again at the top; keys can’t be changed until then.',
} as const
