// The merchant order ids that Paydesk makes by itself, told from those of a merchant. Pure.

/** As `mintClientOrderid` makes them. */
export const isMintedId = (id: string): boolean => /^pd-[0-9A-HJKMNP-TV-Z]{30}-[\da-f]{8}$/.test(id)
