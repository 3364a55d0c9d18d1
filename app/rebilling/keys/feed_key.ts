import type { Actor } from '#app/audit/record_event'
import { inTransaction, rows, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { type CalendarDate, endOfMonth, startOfMonth } from '#app/kernel/time/calendar_date'
import { type KeySource, writeKeys } from '#app/rebilling/keys/save_key'

/** Keys that the product knows by itself, and where from. */
export const FEEDS = {
  plantilla: {
    label: 'Plantilla, de los empleados en activo',
    source: 'employees',
    sql: `select e.site_id, count(distinct e.id)::text as value from employees e join employee_periods p on p.employee_id = e.id
      where p.started_on <= :lastDay::date and (p.ended_on is null or p.ended_on >= :lastDay::date) group by e.site_id`,
  },
  habitaciones: {
    label: 'Habitaciones, de los centros',
    source: 'centers',
    sql: `select c.site_id, sum(c.rooms)::text as value from site_centers c where c.active and c.rooms > 0 group by c.site_id`,
  },
} as const satisfies Record<string, { label: string; source: KeySource; sql: string }>
export type FeedName = keyof typeof FEEDS

type Wanted = { name: FeedName; month: CalendarDate; siteIds: readonly number[] | 'all' }

/** Writes a key of a month from what the product knows at its last day. Gives how many companies have a value; throws E_FEED where none has. */
export function feedKey({ name, month, siteIds }: Wanted, actor: Actor): Promise<number> {
  const { source } = FEEDS[name]
  return inTransaction(async (trx) => {
    const values = await readFeed(name, month, trx)
    const own = values.filter(({ siteId }) => siteIds === 'all' || siteIds.includes(siteId))
    if (own.length === 0)
      throw new DomainError('E_FEED', 'No hay datos de los que sacar esta clave.', { field: 'name' })
    return writeKeys(
      own.map((value) => ({ ...value, name, month: startOfMonth(month) })),
      { source, actor },
      trx
    )
  })
}

const readFeed = (name: FeedName, month: CalendarDate, trx: Transaction) =>
  rows<{ siteId: number; value: string }>(FEEDS[name].sql, { lastDay: endOfMonth(month) }, trx)
