import { inTransaction, rows } from '#app/kernel/database/sql'
import { type CalendarDate, today } from '#app/kernel/time/calendar_date'
import { openFiscalYears } from '#app/ledger/actions/open_fiscal_years'

/**
 * Opens, for each company that is not archived, the fiscal years that are missing up to the one after a day's. Gives how
 * many it opened.
 */
export async function openDueFiscalYears(day: CalendarDate = today()): Promise<number> {
  const due = await rows<{ siteId: number; firstDay: CalendarDate; startMonth: number }>(
    `select s.id as site_id, s.started_on as first_day, s.fiscal_year_start_month as start_month from sites s
      where s.status <> 'archived' and not exists (select 1 from fiscal_years y where y.site_id = s.id and y.starts_on > :day) order by s.id`,
    { day }
  )
  let opened = 0
  for (const site of due) opened += await inTransaction((trx) => openFiscalYears({ ...site, day }, trx))
  return opened
}
