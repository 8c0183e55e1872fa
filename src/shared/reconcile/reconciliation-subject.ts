// What entries of the audit log about a report that was matched are about.

export const reconciliationSubject = (id: string): string => `reconciliation/${id}`
