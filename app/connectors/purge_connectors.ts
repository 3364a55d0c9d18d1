import type { Purge } from '#app/jobs/area_purges'
import { execute } from '#app/kernel/database/sql'

const BATCH = 5_000
const CALLS_DAYS = 90
const BODIES_DAYS = 30
const EVENTS_DAYS = 180

/** What was asked and told is kept for a time; what a service told is known longer than it repeats itself. */
export const purgeConnectors: readonly Purge[] = [
  {
    title: 'Cuerpos de las llamadas a proveedores',
    days: BODIES_DAYS,
    purge: () =>
      inParts(
        `update connector_calls set request_body = null, response_body = null where id in (
           select id from connector_calls where at < now() - make_interval(days => ${BODIES_DAYS})
              and (request_body is not null or response_body is not null) limit ${BATCH})`
      ),
  },
  {
    title: 'Llamadas a proveedores',
    days: CALLS_DAYS,
    purge: () =>
      inParts(
        `delete from connector_calls where id in (
           select id from connector_calls where at < now() - make_interval(days => ${CALLS_DAYS}) limit ${BATCH})`
      ),
  },
  {
    title: 'Avisos de proveedores',
    days: EVENTS_DAYS,
    purge: () =>
      inParts(
        `delete from webhook_events where id in (
           select id from webhook_events where received_at < now() - make_interval(days => ${EVENTS_DAYS})
              and status not in ('received', 'waiting') limit ${BATCH})`
      ),
  },
]

async function inParts(statement: string): Promise<number> {
  let gone = 0
  for (;;) {
    const part = await execute(statement)
    gone += part
    if (part < BATCH) return gone
  }
}
