import type { UndoImport } from '#app/imports/define_import'

export type ImportState = {
  status: 'applied' | 'undone'
  rowsApplied: number
  appliedAt: Date
  appliedBy: number | null
}

type Viewer = { userId: number | null; role: string }

const HOUR_MS = 3_600_000
const DAY_HOURS = 24

/** Why somebody cannot take an import back; null when they can. What its rows have become since then is not asked here. */
export function undoRefusal(
  { status, appliedAt, appliedBy }: ImportState,
  { hours, onlyOwn, roles }: Pick<UndoImport, 'hours' | 'onlyOwn' | 'roles'>,
  { userId, role }: Viewer,
  now = Date.now()
): string | null {
  if (status === 'undone') return 'ya se deshizo'
  if (roles && !roles.includes(role)) return 'su rol no lo permite'
  if (onlyOwn && appliedBy !== userId) return 'solo puede hacerlo quien la hizo'
  if (now - appliedAt.getTime() <= hours * HOUR_MS) return null
  return `han pasado más de ${hours > DAY_HOURS ? `${hours / DAY_HOURS} días` : `${hours} horas`}`
}
