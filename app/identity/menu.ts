import { MENU_TABLE, type MenuLine } from '#app/identity/menu_table'
import { AD, type Role, S } from '#app/identity/roles'
import type { Area } from '#app/kernel/area'

declare module '#app/kernel/area' {
  interface Area {
    /** Entries of the menu that it brings, by route, and the other pages of it that light each of them. */
    menu?: Readonly<Record<string, readonly string[]>>
  }
}

/** An entry that an area brings, with the pages of every area that light it. The one source for palette, drawer and page guards (area 20 §6). */
export type MenuEntry = MenuLine & { pages: string[] }

const brought = new Map<string, MenuEntry>()

/** Puts what an area brings into the menu. Throws for what is no entry of the specification. */
export function bringEntries({ name, menu = {} }: Area): void {
  for (const [route, pages] of Object.entries(menu)) {
    const line = MENU_TABLE.find((item) => item.route === route)
    if (!line) throw new Error(`${name}: «${route}» is not an entry of the menu`)
    const entry = brought.get(route) ?? { ...line, pages: [] }
    entry.pages.push(...pages)
    brought.set(route, entry)
  }
}

/** What stands, in the order of the specification. */
const standing = (): MenuEntry[] =>
  MENU_TABLE.flatMap(({ route }) => {
    const entry = brought.get(route)
    return entry ? [entry] : []
  })

type Viewer = { role: Role; twoFactorEnabled: boolean }

/** The second factor that the palette and most of the drawer ask for; s1st3ma works without (specification §6). */
export const isPastTwoFactor = ({ role, twoFactorEnabled }: Viewer) => twoFactorEnabled || role === S

/** Entries of the command palette for this user: none at all before the second factor. */
export function paletteFor(viewer: Viewer): MenuEntry[] {
  if (!isPastTwoFactor(viewer)) return []
  return standing().filter((item) => item.palette.includes(viewer.role))
}

/** Entries of the side drawer for this user. */
export function drawerFor(viewer: Viewer): MenuEntry[] {
  return standing().filter(
    (item) => item.drawer.includes(viewer.role) && (isPastTwoFactor(viewer) || item.withoutTwoFactor)
  )
}

/** Roles that may read the pages of an entry: palette and drawer together. Throws for a name that is no entry. */
export function guardRoles(route: string): readonly Role[] {
  const found = MENU_TABLE.find((item) => item.route === route)
  if (!found) throw new Error(`«${route}» is not an entry of the menu`)
  return [...new Set([...found.palette, ...found.drawer])]
}

/** Where a user starts: adm1n1strat0r with the users (area 21), everybody else with the first page of their drawer. */
export function homePath(viewer: Viewer): string {
  const pages = drawerFor(viewer).filter((item) => !item.withoutTwoFactor)
  const users = viewer.role === AD ? pages.find((item) => item.route === 'users') : undefined
  return (users ?? pages[0])?.path ?? '/2faSecurity'
}
