// English of the keychain and keys.
export const keys = {
  'keys.place-not-told':
    'The keychain does not say what this connection’s key is for. Enter the key again to use it for {wanted}. Nothing was signed or sent.',
  'keys.place-differs':
    'This connection’s key was entered for {bound}, and the connection now leads to {wanted}. Nothing was signed or sent. If you did not change the connection, something else did. Change it back. Otherwise enter the key again.',
  'keys.no-private-key': 'This connection has no private key. Make or import one.',
  'keys.no-control-key':
    'No merchant control key is set for this connection. Add it on the connection’s page.',
  'keys.no-next-key': 'This connection has no next key. Enter or make one first.',
  'keys.next-needs-present':
    'This connection has no current key. Set a key first. Only then can you keep a next one beside it.',
  'keys.next-is-present': 'This is the key that signs now. The next key must be another one.',
  'keys.next-key-refused':
    'The gateway refuses the next key, so nothing was switched. The current key goes on signing. Ask the gateway’s operator whether the next key is entered there.',
  'keys.next-key-taken': 'The gateway accepts the next key.',
  'keys.next-key-unclear': 'The gateway’s answer does not say whether it accepts the next key.',
  'keys.present-key-removed': 'The current key is removed from this computer.',
  'keys.keychain-no-next-key':
    'This computer’s keychain does not have the next key of this connection. Remove the next key, and enter or make it again.',
  'keys.switch-the-control-key': 'Switch {name} to the next control key?',
  'keys.switch-the-rsa-key': 'Switch {name} to the next RSA key?',
  'keys.fingerprint-of-the-next-key': 'Fingerprint of the next key: {fingerprint}',
  'keys.switch-to-the-next-key': 'Switch to the next key',
  'keys.replace-the-next-control-key': 'Replace the next control key of {name}?',
  'keys.replace-the-next-rsa-key': 'Replace the next RSA key of {name}?',
  'keys.remove-the-next-control-key': 'Remove the next control key of {name}?',
  'keys.remove-the-next-rsa-key': 'Remove the next RSA key of {name}?',
  'keys.its-next-key-is-removed': 'Its next key is removed: {fingerprint}',
  'keys.next-key': 'Next key',
  'keys.by-the-next-key': 'Signed by the next key',
  'keys.by-the-present-key': 'Signed by the current key',
  'keys.not-signing-yet': 'Not signing yet',
  'keys.next-key-hint':
    'A next key is kept beside this one. The gateway’s operator enters it there while this one goes on signing. Then you switch, and nothing stops.',
  'keys.next-control-key': 'Next control key',
  'keys.keep-as-the-next-key': 'Keep as the next key',
  'keys.create-the-next-pair': 'Create the next key pair',
  'keys.import-the-next-key': 'Import the next key…',
  'keys.enter-the-next-key': 'Enter the next key…',
  'keys.test-with-the-next-key': 'Test with the next key',
  'keys.remove-the-next-key': 'Remove the next key…',
  'keys.next-pair-kept': 'The next key is kept. Send its public key to the gateway’s operator.',
  'keys.next-key-kept': 'The next key is kept. The current key goes on signing.',
  'keys.switched': 'The next key signs now. The old key was removed.',
  'keys.sealed-gone': 'The sealed private key is gone from the disk. Import the private key again.',
  'keys.sealed-unreadable': 'The sealed private key can’t be read ({why}).',
  'keys.sealed-damaged': 'The sealed private key is damaged. Import the private key again.',
  'keys.sealed-changed':
    'The sealed private key was changed, or belongs to another connection. Import the private key again.',
  'keys.sealed-with-other-key':
    'The private key was sealed with a key that is no longer in the keychain. Import the private key again.',
  'keys.opener-absent':
    'The key that opens sealed private keys is no longer in the keychain. Import the private key again.',
  'keys.opener-unreadable': 'The keychain’s entry for opening sealed private keys is not a key.',
  'keys.not-kept': 'The keychain did not keep the key as it was entered. Nothing was changed.',
  'keys.not-proved': 'The private key could not be verified after it was sealed.',
  'keys.not-written': 'The private key could not be written to the disk ({why}).',
  'keys.keychain-no-control-key':
    'This computer’s keychain does not have the merchant control key of this connection. Enter the key again, on the connection’s page.',
  'keys.keychain-no-rsa-key':
    'This computer’s keychain does not have the RSA key of this connection. Import the key again, or make a new one, on the connection’s page.',
  'keys.keychain-no-secret': 'This computer’s keychain has no entry “{slot}”.',
  'keys.the-keychain-is-open': 'The keychain is open.',
  'keys.the-keychain-is-locked': 'The keychain is locked. Unlock it, then try again.',
  'keys.keychain-silent':
    'The keychain did not answer in time. It may be waiting for you to unlock it.',
  'keys.the-keychain-refused-the-request': 'The keychain refused the request.',
  'keys.there-is-no-keychain':
    'There is no keychain, so {slot} can’t be read. Start the keychain, or enter the secret again for this run.',
  'keys.run-no-secret': 'No secret is stored for {slot} in this run.',
  'keys.this-computer-has-no-keychain':
    'This computer has no keychain. Secrets are kept in memory and are gone when Paydesk closes.',
  'keys.pem-two-keys': 'The text holds more than one private key. Paste only one.',
  'keys.this-key-is-encrypted': 'This key is encrypted. Enter its passphrase.',
  'keys.passphrase-wrong': 'The passphrase does not open this key.',
  'keys.the-private-key-is-damaged':
    'The private key is damaged. Copy all of it again, from its BEGIN to its END line.',
  'keys.this-key-is-too-short':
    'This key has {bits} bits; the gateway accepts {leastBits} or more.',
  'keys.this-key-is-too-long': 'This key has {bits} bits; at most {mostBits} are usable.',
  'keys.pem-inconsistent':
    'The parts of this key don’t belong together, so it can’t sign. Export it again.',
  'keys.this-is-a-certificate': 'This is a certificate. Paste the private key.',
  'keys.this-is-a-public-key': 'This is a public key. Paste the private key.',
  'keys.pem-cut-off': 'The private key is cut off. Copy all of it, from its BEGIN to its END line.',
  'keys.pem-none':
    'This is not a private key in PEM form. It starts with -----BEGIN PRIVATE KEY----- or -----BEGIN RSA PRIVATE KEY-----.',
  'keys.pem-openssh':
    'This key is in OpenSSH’s own form. Convert a copy of it: ssh-keygen -p -m PKCS8 -f <file>.',
  'keys.this-is-an-ec-key': 'This is an EC key. The gateway accepts RSA keys.',
  'keys.pem-pss':
    'This key is for RSA-PSS only. The gateway accepts plain RSA keys (PKCS #1 v1.5).',
  'keys.replace-the-control-key': 'Replace the merchant control key of {name}?',
  'keys.replace-the-rsa-key': 'Replace the RSA key of {name}?',
  'keys.remove-control-key': 'Remove the merchant control key of {name}?',
  'keys.remove-the-rsa-key': 'Remove the RSA key of {name}?',
  'keys.ask-to-remove-the-connection': 'Remove the connection {name}?',
  'keys.fingerprint-of-the-stored-key': 'Fingerprint of the stored key: {fingerprint}',
  'keys.fingerprint-of-the-new-key': 'Fingerprint of the new key: {fingerprint}',
  'keys.new-key-made': 'Paydesk makes the new key on this computer.',
  'keys.its-control-key-is-removed': 'Its merchant control key is removed: {fingerprint}',
  'keys.its-rsa-key-is-removed': 'Its RSA key is removed: {fingerprint}',
  'keys.replace-the-key': 'Replace the key',
  'keys.remove-the-key': 'Remove the key',
  'keys.remove-the-connection': 'Remove the connection',
  'keys.pem-other-kind':
    'This is a key of another kind ({kind}). The gateway accepts RSA keys only.',
  'keys.a-key-place': '{origin}, login {login}, endpoint {endpointId}',
  'keys.the-control-key-is-set': 'The control key is set.',
  'keys.merchant-control-key': 'Merchant control key',
  'keys.control-key-hint':
    'The merchant’s shared secret. Without it nothing can be looked up or sent.',
  'keys.new-control-key': 'New control key',
  'keys.stored-in-keychain': 'It is stored in the keychain and never shown again.',
  'keys.what-you-typed-was-cleared':
    'The field was cleared because it holds a secret. Enter the key again.',
  'keys.set-the-key': 'Set the key',
  'keys.replace': 'Replace…',
  'keys.remove-the-control-key': 'Remove the control key',
  'keys.control-key-delete':
    'The key is deleted from this computer. Nothing can be looked up or sent on this connection until a key is entered again.',
  'keys.pem-hint': 'From its BEGIN line to its END line. It is shown as dots.',
  'keys.pem-without-begin':
    '{lines} {lines, plural, one {line} other {lines}}, not beginning with a BEGIN line.',
  'keys.kind-lines-lines': '{kind}, {lines} lines.',
  'keys.private-key-replace':
    'The current private key is deleted for good. The gateway refuses RSA-signed operations until its operator has entered the new public key. With a next key there is no such pause.',
  'keys.private-key-pem': 'Private key, PEM (PKCS#8 or PKCS#1)',
  'keys.passphrase-of-the-key': 'Passphrase of the key',
  'keys.passphrase-hint': 'Used once to open the key. Not stored.',
  'keys.what-you-pasted-was-cleared':
    'The field was cleared because it holds a secret. Paste the key again.',
  'keys.replace-by-this-key': 'Replace with this key',
  'keys.import-this-key': 'Import this key',
  'keys.public-key': 'Public key',
  'keys.public-key-hint':
    'Send this public key to the gateway’s operator, to be entered for the login {login} in {environment}. It is not secret. Then compare the fingerprint with them in another way, such as by phone.',
  'keys.public-key-pem': 'Public key, PEM',
  'keys.bits-bits-sha-256': '{bits} bits, SHA-256',
  'keys.copy-the-public-key': 'Copy the public key',
  'keys.save-it-as-a-file': 'Save as a file…',
  'keys.saved-as-path': 'Saved as {path}',
  'keys.pair-made': 'The key pair was created. Send the public key to the gateway’s operator.',
  'keys.the-private-key-was-imported': 'The private key was imported.',
  'keys.private-key-rsa': 'Private key (RSA)',
  'keys.rsa-needed-for':
    'Needed only for operations that are signed with RSA, such as payouts in two steps. Use separate key pairs for test and for production.',
  'keys.pair-being-made': 'Creating a key pair of 4096 bits. This takes a few seconds. {span}',
  'keys.show-the-public-key': 'Show the public key',
  'keys.replace-by-a-new-pair': 'Replace with a new pair…',
  'keys.create-a-key-pair': 'Create a key pair',
  'keys.import': 'Import…',
  'keys.replace-the-private-key': 'Replace the private key',
  'keys.make-a-new-key-pair': 'Create a new key pair',
  'keys.remove-the-private-key': 'Remove the private key',
  'keys.private-key-delete':
    'The private key is deleted from this computer for good. The public key can’t bring it back. Operations signed with RSA are not possible until another key is set and the gateway knows it.',
  'keys.fingerprint': 'Fingerprint',
  'keys.kept': 'Stored',
  'keys.keychain-locked-hint':
    'The keychain is locked. Unlock it, then press Try again at the top. Keys can’t be changed until then.',
  'keys.enter-the-key': 'Enter the key',
} as const
