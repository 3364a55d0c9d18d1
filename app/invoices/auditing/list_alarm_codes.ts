import { steadyRows } from '#app/kernel/database/sql'

/** Rules with an open alarm, for the filter of the index: a walk from code to code over their index. */
export async function listAlarmCodes(): Promise<{ value: string; label: string }[]> {
  const found = await steadyRows<{ code: string }>(
    `with recursive codes as (
       (select rule_code as code from invoice_alarms where status = 'open' order by rule_code limit 1)
       union all
       select (select a.rule_code from invoice_alarms a where a.status = 'open' and a.rule_code > c.code order by a.rule_code limit 1) from codes c where c.code is not null)
     select code from codes where code is not null`
  )
  return found.map(({ code }) => ({ value: code, label: code }))
}
