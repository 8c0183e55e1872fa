// Reports that can be saved regularly: those of a period. The others are of a moment, or of a
// shift.
export const plannedReports = ['moved', 'reasons', 'close'] as const
export type PlannedReport = (typeof plannedReports)[number]
