import { MENU_TABLE, type MenuLine } from '#app/identity/menu_table'
import { AD, type Role, S } from '#app/identity/roles'
import type { Area } from '#app/kernel/area'

/** An entry that the specification does not have: it stands last in its group, which is one of the table. */
export type OwnEntry = Omit<MenuLine, 'route'> & { pages: readonly string[] }

declare module '#app/kernel/area' {
  interface Area {
    /**
     * Entries of the menu that it brings, by route: for one of the table (`menu_table.ts`) the further pages that light it,
     * for any other all of it.
     */
    menu?: Readonly<Record<string, readonly string[] | OwnEntry>>
  }
}

/** An entry that an area brings, with the pages of every area that light it. The one source for palette, drawer and page guards (area 20 §6). */
export type MenuEntry = MenuLine & { pages: string[] }

const brought = new Map<string, MenuEntry>()
/** What was brought, in its order; null until somebody asks after something else was brought. */
let placed: readonly MenuEntry[] | null = null

/** Puts what an area brings into the menu. Throws for an entry that neither the table nor the area itself tells, and for one that is told twice. */
export function bringEntries({ name, menu = {} }: Pick<Area, 'name' | 'menu'>): void {
  placed = null
  for (const [route, told] of Object.entries(menu)) {
    const known = brought.get(route)
    if (known && isOwn(told)) throw new Error(`${name}: «${route}» is an entry already: tell its pages only`)
    const entry = known ?? { ...lineOf(name, route, told), pages: [] }
    entry.pages.push(...(isOwn(told) ? told.pages : told))
    brought.set(route, entry)
  }
}

const isOwn = (told: readonly string[] | OwnEntry): told is OwnEntry => 'pages' in told

function lineOf(area: string, route: string, told: readonly string[] | OwnEntry): MenuLine {
  const line = MENU_TABLE.find((item) => item.route === route)
  if (!isOwn(told)) {
    if (!line)
      throw new Error(
        `${area}: «${route}» is not in app/identity/menu_table.ts: tell the whole entry in «menu»`
      )
    return line
  }
  if (line) throw new Error(`${area}: «${route}» is in app/identity/menu_table.ts: tell its pages only`)
  if (!MENU_TABLE.some(({ group }) => group === told.group))
    throw new Error(`${area}: no group of the menu is called «${told.group}»`)
  const { pages: _pages, ...own } = told
  return { ...own, route }
}

/** What several parts of an area bring, as one: of an entry that more than one lights, the pages of all. */
export function mergeMenus(menus: readonly Area['menu'][]): NonNullable<Area['menu']> {
  const merged: Record<string, readonly string[] | OwnEntry> = {}
  for (const menu of menus)
    for (const [route, told] of Object.entries(menu ?? {})) {
      const known = merged[route]
      merged[route] = known && !isOwn(known) && !isOwn(told) ? [...known, ...told] : told
    }
  return merged
}

/** Entries in the order of the table; one that it does not have stands after the last of its group. */
export function placeEntries<Entry extends Pick<MenuLine, 'route' | 'group'>>(
  entries: readonly Entry[]
): Entry[] {
  const placeOf = ({ route, group }: Entry) => {
    const place = MENU_TABLE.findIndex((item) => item.route === route)
    return place === -1 ? MENU_TABLE.findLastIndex((item) => item.group === group) + 0.5 : place
  }
  return entries.toSorted((one, other) => placeOf(one) - placeOf(other))
}

/** Every entry in its order: the same list until an area brings another. */
export function standingEntries(): readonly MenuEntry[] {
  placed ??= placeEntries([...brought.values()])
  return placed
}

const findEntry = (route: string): MenuLine | undefined =>
  brought.get(route) ?? MENU_TABLE.find((item) => item.route === route)

/** The entry that an address belongs to: of those whose path begins it, the longest. */
export function entryAbove(address: string): MenuLine | undefined {
  return [...MENU_TABLE, ...brought.values()]
    .filter(({ path }) => address === path || address.startsWith(`${path}/`))
    .sort((one, other) => other.path.length - one.path.length)[0]
}

type Viewer = { role: Role; twoFactorEnabled: boolean }

/** The second factor that the palette and most of the drawer ask for; s1st3ma works without (specification §6). */
export const isPastTwoFactor = ({ role, twoFactorEnabled }: Viewer) => twoFactorEnabled || role === S

/** Entries of the command palette for this user: none at all before the second factor. */
export function paletteFor(viewer: Viewer): MenuEntry[] {
  if (!isPastTwoFactor(viewer)) return []
  return standingEntries().filter((item) => item.palette.includes(viewer.role))
}

/** Entries of the side drawer for this user. */
export function drawerFor(viewer: Viewer): MenuEntry[] {
  return standingEntries().filter(
    (item) => item.drawer.includes(viewer.role) && (isPastTwoFactor(viewer) || item.withoutTwoFactor)
  )
}

/** Roles that may read the pages of an entry: palette and drawer together. Throws for a name that is no entry. */
export function guardRoles(route: string): readonly Role[] {
  const found = findEntry(route)
  if (!found) throw new Error(`«${route}» is not an entry of the menu`)
  return [...new Set([...found.palette, ...found.drawer])]
}

/** Where a user starts: adm1n1strat0r with the users (area 21), everybody else with the first page of their drawer. */
export function homePath(viewer: Viewer): string {
  const pages = drawerFor(viewer).filter((item) => !item.withoutTwoFactor)
  const users = viewer.role === AD ? pages.find((item) => item.route === 'users') : undefined
  return (users ?? pages[0])?.path ?? '/2faSecurity'
}
