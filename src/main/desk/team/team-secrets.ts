// Where the keychain keeps what this computer signs and signs in with in its team.

export const teamKeySlot = 'team/signing-key'
export const teamPasswordSlot = 'team/password'
export const teamPaymentKeySlot = 'team/payment-key'
