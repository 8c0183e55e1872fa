// Tells main that a screen could not be drawn, and asks it to open the window's page again.
import { doneDuring, failureOf } from '#shared/desktop/screen-failure.ts'
import { call } from '../bridge.ts'

/** The reference it stands under in paydesk.log; null where main could not write it down. */
export async function tellFailure(
  error: unknown,
  info: string,
  screen: string,
): Promise<string | null> {
  const told = await call('window:failed', failureOf(error, doneDuring(info).during, screen))
  return told.ok ? told.value.incident : null
}

export const reloadWindow = async (): Promise<void> => void (await call('window:reload', {}))
