// The keys of the native menu: the menu has them, and the page's list of shortcuts shows the same.
// The page itself listens to none of these but the first. Pure data.

/** Opens the field that finds orders; the page hears it, also while something is typed. */
export const findKey = 'K'

/** Screens of the menu Go in their order: Ctrl (Cmd on a Mac) and this digit. */
export const goKeys = [
  { screen: '/today', digit: 1 },
  { screen: '/orders', digit: 2 },
  { screen: '/payouts', digit: 3 },
  { screen: '/open-requests', digit: 4 },
  { screen: '/links', digit: 5 },
  { screen: '/subscriptions', digit: 6 },
  { screen: '/audit', digit: 7 },
  { screen: '/connections', digit: 8 },
  { screen: '/callbacks', digit: 9 },
] as const
export type GoScreen = (typeof goKeys)[number]['screen']
