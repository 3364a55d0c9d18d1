import { rows } from '#app/kernel/database/sql'
import type { CalendarDate } from '#app/kernel/time/calendar_date'

export type IpcRow = { month: string; value: string; change: string | null; who: string | null; at: string }

/** The consumer price index by month, the latest first, with its change over twelve months in percent. */
export async function listIpc(): Promise<IpcRow[]> {
  const found = await rows<{
    month: CalendarDate
    value: string
    change: string | null
    who: string | null
    at: Date
  }>(
    `select v.month, v.value::text, round((v.value / b.value - 1) * 100, 1)::text as change, u.name as who, v.updated_at as at
       from ipc_values v left join ipc_values b on b.month = (v.month - interval '12 months')::date left join users u on u.id = v.updated_by order by v.month desc`
  )
  return found.map(({ month, at, ...value }) => ({
    ...value,
    month: month.slice(0, 7),
    at: at.toISOString(),
  }))
}
