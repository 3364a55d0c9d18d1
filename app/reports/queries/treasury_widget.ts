import { scopeFilter } from '#app/accounts/queries/account_scope'
import type { Viewer } from '#app/accounts/viewer'
import { rows } from '#app/kernel/database/sql'
import { addDays, type CalendarDate, today } from '#app/kernel/time/calendar_date'
import { CLOSING_JOURNALS } from '#app/reports/measures'
import { FRESH } from '#app/reports/queries/moved'

export type CashDay = { on: string; balance: number; movement: number }
export type TreasuryWidget = {
  companies: {
    siteId: number
    site: string
    currency: string
    balance: number
    held: number
    available: number
  }[]
  days: CashDay[]
}

const DAYS = 30

/** What there is on the accounts somebody may see, by company and currency, and day by day for a month; cents. */
export async function treasuryWidget(viewer: Viewer): Promise<TreasuryWidget> {
  const [companies, days] = await Promise.all([cashByCompany(viewer), cashByDay(viewer)])
  return { companies, days }
}

/** What there is, what is held of it and what is left, by company and currency. */
export function cashByCompany(viewer: Viewer) {
  const { where, bindings } = scopeFilter(viewer)
  return rows<TreasuryWidget['companies'][number]>(
    `select b.site_id, s.code as site, p.currency, sum(p.balance_minor)::bigint as balance, sum(p.held_minor)::bigint as held, sum(p.available_minor)::bigint as available
       from bank_accounts b join sites s on s.id = b.site_id join bank_account_positions p on p.bank_account_id = b.id
      where ${where.join(' and ')} group by 1, 2, 3 order by s.code, p.currency`,
    bindings
  )
}

/**
 * The balance at the end of each of the last thirty days in the books' currency: today's, held by the ledger, less what
 * was posted after each day. Only the lines of those days are read, through the index of each account. Closing a year
 * empties the accounts for a night and opens them again: that is no movement of money, here as in the summary.
 */
async function cashByDay(viewer: Viewer): Promise<CashDay[]> {
  const { where, bindings } = scopeFilter(viewer)
  const now = today()
  const from = addDays(now, 1 - DAYS)
  const found = await rows<{ on: CalendarDate | null; movement: number }>(
    `with seen as materialized (
       select unnest(array_remove(array[b.ledger_account_id, v.ledger_account_id], null)) as account_id
         from bank_accounts b join sites s on s.id = b.site_id left join virtual_accounts v on v.bank_account_id = b.id
        where b.kind <> 'credit_line' and s.base_currency = 'EUR' and ${where.join(' and ')}),
      accounts as materialized (select distinct account_id from seen),
      closing as (
        select coalesce(sum(t.debit_base - t.credit_base), 0) as minor from accounts join report_month_totals t using (account_id) where t.journal in ${CLOSING_JOURNALS}
        union all
        select coalesce(sum(m.debit - m.credit), 0) from (${FRESH}) m where m.journal in ${CLOSING_JOURNALS}
           and m.account_id in (select account_id from accounts))
     select null::date as "on", (coalesce(sum(b.base_minor), 0) - (select sum(minor) from closing))::bigint as movement from accounts join account_balances b using (account_id)
     union all
     select l.posted_on, sum(l.base_minor)::bigint from accounts join journal_lines l on l.account_id = accounts.account_id and l.posted_on >= :from
        join journal_entries e on e.id = l.entry_id where e.journal not in ${CLOSING_JOURNALS} group by 1`,
    { ...bindings, from }
  )
  const moved = new Map(found.flatMap(({ on, movement }) => (on ? [[on, movement] as const] : [])))
  const ahead = [...moved].reduce((sum, [on, movement]) => (on > now ? sum + movement : sum), 0)
  let balance = (found.find(({ on }) => on === null)?.movement ?? 0) - ahead
  const days: CashDay[] = []
  for (let back = 0; back < DAYS; back++) {
    const on = addDays(now, -back)
    const movement = moved.get(on) ?? 0
    days.unshift({ on, balance, movement })
    balance -= movement
  }
  return days
}
