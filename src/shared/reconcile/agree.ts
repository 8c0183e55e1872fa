// What a line and an event have in common, and whether anything says that they are two movements.
import {
  type ReportEvent,
  type ReportLine,
  type Window,
  type Witness,
  witnessNames,
} from './report-line.ts'

/** The numbers that both sides know and that are equal. */
export const witnessesOf = (line: ReportLine, event: ReportEvent): Witness[] =>
  witnessNames.filter((name) => line[name] !== '' && line[name] === event[name])

export const isInWindow = (line: ReportLine, event: ReportEvent, window: Window): boolean =>
  line.at === null ||
  ((event.isLatest === true || line.at >= event.at - window.beforeMs) &&
    line.at <= event.at + window.afterMs)

/** A number that both sides know is different. */
export const disagreesWith = (
  line: ReportLine,
  event: ReportEvent,
  names: readonly Witness[] = witnessNames,
): boolean =>
  names.some((name) => line[name] !== '' && event[name] !== '' && line[name] !== event[name])

/** Nothing that both sides know is different. The amount is not looked at. */
export const canBe = (line: ReportLine, event: ReportEvent, window: Window): boolean =>
  line.kind === event.kind &&
  line.currency === event.currency &&
  line.digits === event.digits &&
  isInWindow(line, event, window) &&
  !disagreesWith(line, event)
