// Numbers that are one slip of the fingers away from a number: one digit changed, or two
// neighbours swapped. Money out to such a number may be a known order's; it is shown, never
// matched.

/** The number of texts is about ten for each digit. Nothing for a text that is no number. */
export function* oneSlipFrom(id: string): Generator<string> {
  if (!/^\d{4,32}$/.test(id)) return
  for (let at = 0; at < id.length; at += 1) {
    const [before, digit, after] = [id.slice(0, at), id[at]!, id.slice(at + 1)]
    for (const other of '0123456789') if (other !== digit) yield before + other + after
    if (at + 1 < id.length && id[at + 1] !== digit)
      yield before + id[at + 1]! + digit + id.slice(at + 2)
  }
}
