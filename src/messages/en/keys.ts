// English sentences about the keychain and keys.
export const keys = {
  'the-keychain-does-not-say-what-this-connections-key':
    'The keychain does not say what this connection’s key is for. Enter the key again to use it for {wanted}. Nothing was signed or sent.',
  'this-connections-key-was-entered-for-bound':
    'This connection’s key was entered for {bound}, and the connection now leads to {wanted}. Nothing was signed or sent. If you did not change the connection, something else did. Change it back. Otherwise enter the key again.',
  'this-connection-has-no-private-key': 'This connection has no private key. Make or import one.',
  'this-connection-has-no-merchant-control-key':
    'This connection has no merchant control key. Enter it.',
  'the-sealed-private-key-is-gone-from-the-disk':
    'The sealed private key is gone from the disk. Import the private key again.',
  'the-sealed-private-key-cant-be-read': 'The sealed private key can’t be read ({why}).',
  'the-sealed-private-key-is-damaged':
    'The sealed private key is damaged. Import the private key again.',
  'the-sealed-private-key-was-changed':
    'The sealed private key was changed, or belongs to another connection. Import the private key again.',
  'the-private-key-was-sealed-with-a-key-that':
    'The private key was sealed with a key that is no longer in the keychain. Import the private key again.',
  'the-key-that-opens-sealed-private-keys-is-no':
    'The key that opens sealed private keys is no longer in the keychain. Import the private key again.',
  'what-the-keychain-holds-to-open-sealed-private-keys':
    'The keychain’s entry for opening sealed private keys is not a key.',
  'the-keychain-did-not-keep-the-key-as-it':
    'The keychain did not keep the key as it was entered. Nothing was changed.',
  'the-private-key-could-not-be-proved-after-it':
    'The private key could not be verified after it was sealed.',
  'the-private-key-could-not-be-written':
    'The private key could not be written to the disk ({why}).',
  'this-computers-keychain-has-no-control-key':
    'This computer’s keychain does not have the merchant control key of this connection. Enter the key again, on the connection’s page.',
  'this-computers-keychain-has-no-rsa-key':
    'This computer’s keychain does not have the RSA key of this connection. Import the key again, or make a new one, on the connection’s page.',
  'the-keychain-has-no-secret-for-slot': 'This computer’s keychain has no entry “{slot}”.',
  'the-keychain-is-open': 'The keychain is open.',
  'the-keychain-is-locked': 'The keychain is locked. Unlock it, then try again.',
  'the-keychain-did-not-answer-in-time':
    'The keychain did not answer in time. It may be waiting for you to unlock it.',
  'the-keychain-refused-the-request': 'The keychain refused the request.',
  'there-is-no-keychain':
    'There is no keychain, so {slot} can’t be read. Start the keychain, or enter the secret again for this run.',
  'no-secret-is-stored-for-slot-in-this-run': 'No secret is stored for {slot} in this run.',
  'this-computer-has-no-keychain':
    'This computer has no keychain. Secrets are kept in memory and are gone when Paydesk closes.',
  'this-holds-more-than-one-private-key':
    'The text holds more than one private key. Paste only one.',
  'this-key-is-encrypted': 'This key is encrypted. Enter its passphrase.',
  'the-passphrase-does-not-open-this-key': 'The passphrase does not open this key.',
  'the-private-key-is-damaged':
    'The private key is damaged. Copy all of it again, from its BEGIN to its END line.',
  'this-key-is-too-short': 'This key has {bits} bits; the gateway accepts {leastBits} or more.',
  'this-key-is-too-long': 'This key has {bits} bits; at most {mostBits} are usable.',
  'the-numbers-of-this-key-dont-belong-together':
    'The parts of this key don’t belong together, so it can’t sign. Export it again.',
  'this-is-a-certificate': 'This is a certificate. Paste the private key.',
  'this-is-a-public-key': 'This is a public key. Paste the private key.',
  'the-private-key-is-cut-off':
    'The private key is cut off. Copy all of it, from its BEGIN to its END line.',
  'this-is-no-private-key-in-pem-form':
    'This is not a private key in PEM form. It starts with -----BEGIN PRIVATE KEY----- or -----BEGIN RSA PRIVATE KEY-----.',
  'this-key-is-in-opensshs-own-form':
    'This key is in OpenSSH’s own form. Convert a copy of it: ssh-keygen -p -m PKCS8 -f <file>.',
  'this-is-an-ec-key': 'This is an EC key. The gateway accepts RSA keys.',
  'this-key-is-for-rsa-pss-only':
    'This key is for RSA-PSS only. The gateway accepts plain RSA keys (PKCS #1 v1.5).',
  'replace-the-control-key': 'Replace the merchant control key of {name}?',
  'replace-the-rsa-key': 'Replace the RSA key of {name}?',
  'ask-to-remove-the-control-key': 'Remove the merchant control key of {name}?',
  'remove-the-rsa-key': 'Remove the RSA key of {name}?',
  'ask-to-remove-the-connection': 'Remove the connection {name}?',
  'fingerprint-of-the-stored-key': 'Fingerprint of the stored key: {fingerprint}',
  'fingerprint-of-the-new-key': 'Fingerprint of the new key: {fingerprint}',
  'the-new-key-is-made-now': 'Paydesk makes the new key on this computer.',
  'its-control-key-is-removed': 'Its merchant control key is removed: {fingerprint}',
  'its-rsa-key-is-removed': 'Its RSA key is removed: {fingerprint}',
  'replace-the-key': 'Replace the key',
  'remove-the-key': 'Remove the key',
  'remove-the-connection': 'Remove the connection',
  'this-is-a-key-of-another-kind':
    'This is a key of another kind ({kind}). The gateway accepts RSA keys only.',
  'a-key-place': '{origin}, login {login}, endpoint {endpointId}',
} as const
