import { rows } from '#app/kernel/database/sql'

/** Companies with records to send whose wait is over, or that have as many as one sending holds, over connections that work. */
export async function dueSenders(full: number): Promise<number[]> {
  const due = await rows<{ siteId: number }>(
    `select d.site_id from verifactu_deliveries d join issuing_settings i on i.site_id = d.site_id
       join connectors c on c.id = i.connector_id left join verifactu_senders s on s.site_id = d.site_id
      where d.status in ('pending', 'sending') and c.status = 'active' and coalesce(s.held_until, '-infinity') < clock_timestamp()
      group by d.site_id, s.next_send_at, s.failures
     having coalesce(s.next_send_at, '-infinity') <= clock_timestamp() or (count(*) >= :full and coalesce(s.failures, 0) = 0)
      order by min(d.record_id)`,
    { full }
  )
  return due.map(({ siteId }) => siteId)
}
