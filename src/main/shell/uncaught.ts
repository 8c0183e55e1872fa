// When an error reaches nobody, nothing is known any more about what main was doing: it is written
// down without secrets, said in one box, and the program ends. The ledger is safe against being cut
// off at any point.

interface Emitter {
  on(event: 'uncaughtException' | 'unhandledRejection', listener: (error: unknown) => void): unknown
}

/**
 * `end` shows a person the incident's reference and ends the program. Once, however many errors
 * follow.
 */
export function endOnUncaught(
  program: Emitter,
  parts: {
    newIncident: () => string
    report: (incident: string, error: unknown) => void
    end: (incident: string) => void
  },
): void {
  let isEnding = false
  const stop = (error: unknown): void => {
    const incident = parts.newIncident()
    parts.report(incident, error)
    if (isEnding) return
    isEnding = true
    parts.end(incident)
  }
  program.on('uncaughtException', stop)
  program.on('unhandledRejection', stop)
}
