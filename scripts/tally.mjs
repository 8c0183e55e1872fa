// What a vitest run came to, from its exit code and the lines that test-results.mjs wrote: never
// better than either of them. A run that was cut off counts what it had, and names what it had not.

/**
 * `text`: the lines, or null when there are none. `unrun` are the planned files without a result;
 * each counts as one failure. `slowest` are the ten files that took the processor longest.
 */
export function tally(exit, text) {
  const lines = linesOf(text)
  const planned = lines.find((line) => line.planned !== undefined)?.planned ?? []
  const files = lines.filter((line) => line.file !== undefined)
  const end = lines.find((line) => line.ended === true)
  const passed = sum(files, (file) => file.passed)
  // A file may be planned once in each project.
  const left = [...planned]
  for (const { file } of files) {
    const at = left.indexOf(file)
    if (at >= 0) left.splice(at, 1)
  }
  const failed =
    sum(files, (file) => file.failed + (file.isBroken ? 1 : 0)) + left.length + (end?.errors ?? 0)
  const isSilent = failed === 0 && (exit !== 0 || passed === 0 || end === undefined)
  const slowest = [...files].sort((a, b) => b.processor - a.processor).slice(0, 10)
  return { passed, failed: isSilent ? 1 : failed, unrun: left, slowest }
}

const sum = (files, of) => files.reduce((total, file) => total + of(file), 0)

/** The last line may have been cut in the middle. */
function linesOf(text) {
  const lines = []
  for (const line of (text ?? '').split('\n')) {
    try {
      lines.push(JSON.parse(line))
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
      break
    }
  }
  return lines
}
