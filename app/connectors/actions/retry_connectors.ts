import { SYSTEM } from '#app/audit/record_event'
import { testConnector } from '#app/connectors/actions/test_connector'
import { rows } from '#app/kernel/database/sql'

/** Connections with errors whose next try is due, tried one after the other; what answers is active again. */
export async function retryConnectors(): Promise<{ tried: number; recovered: number }> {
  const due = await rows<{ id: number }>(
    `select id from connectors where status = 'error' and coalesce(next_try_at, clock_timestamp()) <= clock_timestamp() order by next_try_at, id`
  )
  let recovered = 0
  for (const { id } of due) if ((await testConnector(id, SYSTEM)).test !== null) recovered++
  return { tried: due.length, recovered }
}
