// Where money of a connection moves, in words: the same in the frame, in the window's title and
// beside a connection's name.
export type EnvironmentKind = 'sandbox' | 'test' | 'production'

export const environments: Readonly<Record<EnvironmentKind, { label: string; hint: string }>> = {
  sandbox: {
    label: 'Sandbox',
    hint: 'A practice gateway inside Paydesk: no real money moves.',
  },
  test: { label: 'TEST', hint: 'The gateway’s test environment: no real money moves.' },
  production: { label: 'PRODUCTION', hint: 'Real money moves.' },
}

export const environmentOf = (connection: {
  environment: 'test' | 'production'
  isEmbedded?: boolean | undefined
}): EnvironmentKind => (connection.isEmbedded === true ? 'sandbox' : connection.environment)
