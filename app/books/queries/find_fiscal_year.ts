import { row } from '#app/kernel/database/sql'

/** Whose year it is and what it is called; null when there is none. */
export function findFiscalYear(yearId: number): Promise<{ id: number; siteId: number; code: string } | null> {
  return row(`select id, site_id, code from fiscal_years where id = :yearId`, { yearId })
}
