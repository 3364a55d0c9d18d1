export const recentMenuKey = 'caudal.recentMenu'
const recentMax = 5

/** The routes kept in the browser, or none when what is kept is not a list of texts. */
export function recentRoutes(stored: unknown): string[] {
  return Array.isArray(stored) ? stored.filter((route): route is string => typeof route === 'string') : []
}

/** The list with a route just opened in front: no duplicates, at most five. */
export function withRecentRoute(routes: readonly string[], route: string): string[] {
  return [route, ...routes.filter((other) => other !== route)].slice(0, recentMax)
}

/** The entries of the recent routes that this user may still open, most recent first. */
export function recentItems<Item extends { route: string }>(
  routes: readonly string[],
  items: readonly Item[]
): Item[] {
  return routes
    .map((route) => items.find((item) => item.route === route))
    .filter((item): item is Item => item !== undefined)
    .slice(0, recentMax)
}
