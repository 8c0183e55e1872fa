// What can be asked for with a card that is typed here, in the order of the screen.
export const terminalKinds = ['sale', 'preauth', 'account-verification'] as const
