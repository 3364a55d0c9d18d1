type Entry = {
  group: string
  route: string
  path: string
  roles: readonly string[]
  drawer: boolean
  pages: string[]
  header?: string | null
}
type Person = { role: string; twoFactorEnabled: boolean }

const openWithoutTwoFactor = ['automatic-processes.index', '2faSecurity']

/** Whether the palette and the whole drawer are shown: the second factor is on, or the role is the system's. */
export function seesWholeMenu(user: Person): boolean {
  return user.twoFactorEnabled || user.role === 's1st3ma'
}

export function paletteEntries<Item extends Entry>(menu: readonly Item[], user: Person): Item[] {
  return seesWholeMenu(user) ? menu.filter((item) => item.roles.includes(user.role)) : []
}

export function drawerEntries<Item extends Entry>(menu: readonly Item[], user: Person): Item[] {
  const shown = menu.filter((item) => item.drawer)
  return seesWholeMenu(user) ? shown : shown.filter((item) => openWithoutTwoFactor.includes(item.route))
}

/** Entries under their groups, in the order of the menu; a group without entries does not appear. */
export function drawerGroups<Item extends Entry>(
  entries: readonly Item[]
): { group: string; items: Item[] }[] {
  const groups = new Map<string, Item[]>()
  for (const item of entries) groups.set(item.group, [...(groups.get(item.group) ?? []), item])
  return Array.from(groups, ([group, items]) => ({ group, items }))
}

/**
 * The entry the page in view lights: the one that lists the page by name, else the one with the longest path that ends
 * at a «/» border ("/" only itself). Null when none does.
 */
export function currentRoute(entries: readonly Entry[], page: string, path: string): string | null {
  const listed = entries.find((item) => item.pages.includes(page))
  if (listed) return listed.route
  const held = entries
    .filter((item) => path === item.path || (item.path !== '/' && path.startsWith(`${item.path}/`)))
    .toSorted((a, b) => b.path.length - a.path.length)
  return held[0]?.route ?? null
}
