import { A, C, type Role, S, SC } from '#app/identity/roles'

/** Blocks of the start page in the order in which they first stand, and who sees each (area 10 §1). */
const WIDGET_ROLES = {
  waiting: [S, A, SC, C],
  treasury: [S, A, SC, C],
  due: [S, A, SC, C],
  forecast: [S, A, SC],
  invoices: [S, A, SC, C],
  ageing: [S, A, SC, C],
  alarms: [S, A, SC, C],
  reconciliation: [S, SC, C],
  accounts: [S, A, SC, C],
} as const satisfies Record<string, readonly Role[]>

export type Widget = keyof typeof WIDGET_ROLES
export const WIDGETS = Object.keys(WIDGET_ROLES) as Widget[]

/** What a person keeps of their start page. */
export type SavedLayout = { order?: Widget[]; hidden?: Widget[]; site_ids?: number[] }
export type DashboardLayout = { order: Widget[]; hidden: Widget[] }

/** The layout of a person: what was saved, without what their role does not see, and what is new at the end. */
export function layoutFor(role: Role, saved: SavedLayout): DashboardLayout {
  const allowed = WIDGETS.filter((widget) => (WIDGET_ROLES[widget] as readonly Role[]).includes(role))
  const kept = (saved.order ?? []).filter((widget) => allowed.includes(widget))
  return {
    order: [...new Set([...kept, ...allowed])],
    hidden: (saved.hidden ?? []).filter((widget) => allowed.includes(widget)),
  }
}

/** Saved companies that are still in scope; without any, all of them. */
export function savedSites(scope: number[] | 'all', saved: SavedLayout): number[] | 'all' {
  const wanted = (saved.site_ids ?? []).filter((id) => scope === 'all' || scope.includes(id))
  return wanted.length > 0 ? wanted : scope
}
