import { drawerFor, type MenuEntry, paletteFor, standingEntries } from '#app/identity/menu'
import { GROUP_COLORS } from '#app/identity/menu_table'
import type User from '#app/identity/models/user'
import type { Role } from '#app/identity/roles'

export type ShellEntry = {
  group: string
  title: string
  path: string
  route: string
  icon: string
  color: string
  keywords: string[]
  /** Roles whose palette has it (specification §3); the drawer has rules of its own. */
  roles: Role[]
  drawer: boolean
  pages: string[]
  header: string | null
}

/** Menus that were made of a list of entries, by who sees them: every page has one, and there are few. */
const made = new WeakMap<readonly MenuEntry[], Map<string, ShellEntry[]>>()

/** The menu as the browser gets it: entries that the user sees on at least one of the two surfaces. To be read only. */
export function shellMenu({ role, twoFactorEnabled }: Pick<User, 'role' | 'twoFactorEnabled'>): ShellEntry[] {
  const entries = standingEntries()
  const menus = made.get(entries) ?? new Map<string, ShellEntry[]>()
  made.set(entries, menus)
  const who = `${role} ${twoFactorEnabled}`
  const menu = menus.get(who) ?? makeMenu({ role, twoFactorEnabled })
  menus.set(who, menu)
  return menu
}

function makeMenu(viewer: { role: Role; twoFactorEnabled: boolean }): ShellEntry[] {
  const palette = new Set(paletteFor(viewer))
  const drawer = new Set(drawerFor(viewer))
  return standingEntries()
    .filter((item) => palette.has(item) || drawer.has(item))
    .map((item) => shellEntry(item, drawer.has(item)))
}

function shellEntry(item: MenuEntry, drawer: boolean): ShellEntry {
  return {
    group: item.group,
    title: item.title,
    path: item.path,
    route: item.route,
    icon: item.icon,
    color: GROUP_COLORS[item.header ?? item.group] ?? 'gray',
    keywords: item.keywords,
    roles: [...item.palette],
    drawer,
    pages: item.pages,
    header: item.header ?? null,
  }
}
