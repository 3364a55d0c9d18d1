import { allowsAccount, scopeFilter } from '#app/accounts/queries/account_scope'
import type { Viewer } from '#app/accounts/viewer'
import { oneRow, rows } from '#app/kernel/database/sql'
import { type CalendarDate, today } from '#app/kernel/time/calendar_date'
import { IN_EUROS, worthLeft } from '#app/ledger/fx/worth_sql'
import { LIVE } from '#app/payments/orders/checks/live_orders'

type Scope = { all: boolean; ids: number[]; today: CalendarDate }
const scopeOf = (siteIds: number[] | 'all'): Scope => ({
  all: siteIds === 'all',
  ids: siteIds === 'all' ? [] : siteIds,
  today: today(),
})
const IN_SCOPE = (column: string) => `(:all or ${column} = any(:ids::bigint[]))`
/**
 * Invoices due within the week that the list of what is owed shows (`PAYABLE`), and what no order covers of each, in
 * euros at the rate it is booked at: the same conditions with the orders added up once for all of them, where the list asks for those of its page.
 */
const OWED = `
  select i.due_on, ${worthLeft('greatest(i.payable_minor - coalesce(live.minor, 0), 0)')} as minor from invoices i
    left join (select source_id, sum(amount_minor)::bigint as minor from payment_orders where source_type = 'invoice' and status in ${LIVE} group by 1) live on live.source_id = i.id
   where i.outstanding_minor > 0 and i.payable_minor > 0 and i.status in ('booked', 'disputed') and i.doc_type <> 'credit_note' and ${IN_EUROS}
     and (i.payment_state in ('unpaid', 'partial') or (i.payment_state = 'in_process' and i.payable_minor > coalesce(live.minor, 0)))
     and i.due_on <= :today::date + 7 and ${IN_SCOPE('i.site_id')}`

/**
 * The figures of the start page, in cents of EUR: what is owed in other currencies at the rate it is booked at, money on
 * accounts in euros only. What is due is counted as the list behind its link counts it; accounts that somebody may not see count for
 * nothing.
 */
export function dashboardFigures(viewer: Viewer, seesInbox: boolean) {
  const accounts = scopeFilter(viewer)
  const seen = accounts.where.join(' and ')
  return oneRow<{
    review: number
    approval: number
    overdueMinor: number
    overdue: number
    dueWeekMinor: number
    buffer: number
    pendingLines: number
    cashMinor: number
  }>(
    `with owed as materialized (${OWED})
     select
       (select count(*)::int from invoices where status in ('received', 'analysing', 'pending_review') and (${IN_SCOPE('site_id')} or (:inbox and site_id is null))) as review,
       (select count(*)::int from invoices where status = 'pending_approval' and ${IN_SCOPE('site_id')}) as approval,
       (select count(*)::int from owed where due_on < :today) as overdue,
       (select coalesce(sum(minor), 0)::bigint from owed where due_on < :today) as overdue_minor,
       (select coalesce(sum(minor), 0)::bigint from owed where due_on >= :today) as due_week_minor,
       (select count(*)::int from payment_orders where status in ('buffered', 'approved') and kind in ('supplier', 'provision') and (${IN_SCOPE('site_id')} or ${IN_SCOPE('payer_site_id')}) and ${allowsAccount('view', 'debtor_account_id')}) as buffer,
       (select count(*)::int from bank_statement_lines l join bank_accounts b on b.id = l.bank_account_id where l.status in ('pending', 'suggested', 'partially_matched') and ${seen}) as pending_lines,
       (select coalesce(sum(p.balance_minor), 0)::bigint from bank_account_positions p join bank_accounts b on b.id = p.bank_account_id where p.currency = 'EUR' and ${seen}) as cash_minor`,
    { ...scopeOf(viewer.siteIds), inbox: seesInbox, ...accounts.bindings }
  )
}

/** The next payments to fall due. */
export function nextDue(siteIds: number[] | 'all') {
  return rows<{
    id: number
    provider: string
    site: string
    dueOn: string
    pendingMinor: number
    currency: string
    isOverdue: boolean
  }>(
    `select i.id, p.legal_name as provider, s.code as site, i.due_on, i.payable_minor as pending_minor, i.currency, i.due_on < :today as is_overdue
       from invoices i join providers p on p.id = i.provider_id join sites s on s.id = i.site_id
      where i.outstanding_minor > 0 and i.payable_minor > 0 and i.status = 'booked' and ${IN_SCOPE('i.site_id')} order by i.due_on, i.id limit 8`,
    scopeOf(siteIds)
  )
}

/** Balance and what is available on each main account that somebody may see. */
export function accountBalances(viewer: Viewer) {
  const { where, bindings } = scopeFilter(viewer)
  return rows<{
    id: number
    name: string
    site: string
    balanceMinor: number
    availableMinor: number
    currency: string
  }>(
    `select b.id, b.name, s.code as site, p.balance_minor, p.available_minor, b.currency from bank_accounts b join sites s on s.id = b.site_id
       join bank_account_positions p on p.bank_account_id = b.id where b.status = 'active' and ${where.join(' and ')} order by s.code, b.name limit 40`,
    bindings
  )
}
