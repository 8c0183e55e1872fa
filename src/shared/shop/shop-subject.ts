// What entries of the audit log about lists of the shop are about.

export const shopListSubject = (id: string): string => `shop-list/${id}`

/** The look-ups of what lists name, of a connection. */
export const shopAskingSubject = (connectionId: string): string => `shop-orders/${connectionId}`
