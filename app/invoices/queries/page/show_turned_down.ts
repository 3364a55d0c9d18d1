import type Invoice from '#app/invoices/models/invoice'
import type { TurnDown } from '#app/invoices/turned_down'
import { row, rows } from '#app/kernel/database/sql'

/** Who turned an invoice down last, when and why; null while nobody has, or since it was sent again. */
export async function showTurnedDown({
  turnedDownHow,
  turnedDownBy,
  turnedDownAt,
  turnedDownReason,
}: Invoice) {
  if (turnedDownHow === null || turnedDownAt === null) return null
  const by = await row<{ name: string }>(`select name from users where id = :turnedDownBy`, { turnedDownBy })
  return {
    how: turnedDownHow as TurnDown,
    by: by?.name ?? null,
    at: turnedDownAt.toISO() as string,
    reason: turnedDownReason,
  }
}

const SHOWN_MAX = 6

/** Invoices that came back to be reviewed, the last first, at most six; with `seesInbox` those of no company yet too. */
export function listTurnedDown(siteIds: number[] | 'all', seesInbox: boolean) {
  return rows<{
    id: number
    number: string
    provider: string | null
    site: string | null
    how: TurnDown
    by: string | null
    reason: string | null
    on: string
  }>(
    `select i.id, coalesce(i.invoice_number, i.reference) as number, p.legal_name as provider, s.code as site, i.turned_down_how as how, u.name as by,
        i.turned_down_reason as reason, (i.turned_down_at at time zone 'Europe/Madrid')::date::text as "on"
       from invoices i left join providers p on p.id = i.provider_id left join sites s on s.id = i.site_id left join users u on u.id = i.turned_down_by
      where i.status = 'pending_review' and i.turned_down_at is not null and (:all or i.site_id = any(:ids::bigint[]) or (:inbox and i.site_id is null))
      order by i.turned_down_at desc, i.id desc limit ${SHOWN_MAX}`,
    { all: siteIds === 'all', ids: siteIds === 'all' ? [] : siteIds, inbox: seesInbox }
  )
}
