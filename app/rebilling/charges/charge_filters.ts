import type { HttpContext } from '@adonisjs/core/http'
import { searchText } from '#app/kernel/http/list_request'
import { QueryFilters } from '#app/kernel/http/query_filters'
import { keysOf } from '#app/kernel/text/labels'
import { CHARGE_WORDS, HAS_ALERT } from '#app/rebilling/charges/list_charges'
import { SETTLEMENTS, TREATMENTS } from '#app/rebilling/rebilling_labels'
import { rebillingWorkflow } from '#app/rebilling/workflows/rebilling_workflow'

/** What the lists of charges may be narrowed by; the company filter takes both sides. */
export function chargeFilters(ctx: HttpContext): QueryFilters {
  const query = ctx.request.qs() as Record<string, unknown>
  const filters = new QueryFilters(ctx)
    .words(searchText(ctx), CHARGE_WORDS)
    .keys('origin_ids', 't.origin_site_id')
    .keys('target_ids', 't.target_site_id')
    .oneOf('status', 't.status', Object.keys(rebillingWorkflow.states))
    .oneOf('treatment', 't.treatment', keysOf(TREATMENTS))
    .oneOf('settlement', 't.settlement', keysOf(SETTLEMENTS))
    .days('period', 't.period_to')
    .days('issued', 't.issued_on')
    .amounts('amount', 't.total_minor')
  const { site_ids: sites } = query
  const ids = [sites]
    .flat()
    .map(Number)
    .filter((id) => Number.isSafeInteger(id) && id > 0)
  if (ids.length > 0)
    filters.add(
      '(t.origin_site_id = any(:eitherIds::bigint[]) or t.target_site_id = any(:eitherIds::bigint[]))',
      {
        eitherIds: ids,
      }
    )
  if (query.alert) filters.add(HAS_ALERT)
  if (query.chain) filters.add('t.is_chain')
  return filters
}
