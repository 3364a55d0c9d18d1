import { scopeFilter } from '#app/accounts/queries/account_scope'
import type { Viewer } from '#app/accounts/viewer'
import { ALARM_SITE } from '#app/invoices/auditing/list_alarms'
import { INVOICE_TABS } from '#app/invoices/queries/list_invoices'
import { type InvoiceStatus, invoiceWorkflow } from '#app/invoices/workflows/invoice_workflow'
import { oneRow, row, rows } from '#app/kernel/database/sql'
import { addDays, addMonths, endOfMonth, startOfMonth, today } from '#app/kernel/time/calendar_date'

type Scope = { all: boolean; ids: number[]; inbox: boolean }
const scopeOf = (siteIds: number[] | 'all', seesInbox = false): Scope => ({
  all: siteIds === 'all',
  ids: siteIds === 'all' ? [] : siteIds,
  inbox: seesInbox,
})
const IN_SCOPE = `(:all or i.site_id = any(:ids::bigint[]) or (:inbox and i.site_id is null))`

/** States in which somebody still has something to do; the rest of the invoices are never counted here. */
const OPEN_STATES: InvoiceStatus[] = [
  'received',
  'analysing',
  'analysis_failed',
  'pending_review',
  'pending_approval',
  'approved',
  'disputed',
]

/** Those of them in which it waits for a person; asked one by one, each is the first of an index. */
const WAITING_STATES: InvoiceStatus[] = ['received', 'pending_review', 'pending_approval']

/**
 * Invoices by open state, how many came in this month and the last, and the one that waits longest; with `seesInbox` those of no
 * company yet too, as the lists behind the figures have them.
 */
export async function invoicesWidget(siteIds: number[] | 'all', seesInbox: boolean) {
  const scope = scopeOf(siteIds, seesInbox)
  const month = startOfMonth(today())
  const counts = await rows<{ status: InvoiceStatus; count: number }>(
    `select i.status, count(*)::int as count from invoices i where i.status = any(:states::text[]) and ${IN_SCOPE} group by 1`,
    { ...scope, states: OPEN_STATES }
  )
  const spans = [
    { label: 'Recibidas este mes', from: month, to: endOfMonth(month) },
    { label: 'Recibidas el mes anterior', from: addMonths(month, -1), to: addDays(month, -1) },
  ]
  const received = []
  for (const span of spans) received.push({ ...span, count: await receivedBetween(span, scope) })
  const [oldest] = await rows<{ id: number; number: string; receivedOn: string }>(
    `select i.id, i.number, (i.received_at at time zone 'Europe/Madrid')::date as received_on from unnest(:waiting::text[]) as waiting(status)
       cross join lateral (select i.id, coalesce(i.invoice_number, i.reference) as number, i.received_at from invoices i
          where i.status = waiting.status and ${IN_SCOPE} order by i.received_at, i.id limit 1) i
      order by i.received_at, i.id limit 1`,
    { ...scope, waiting: WAITING_STATES }
  )
  return {
    states: OPEN_STATES.flatMap((status) => {
      const count = counts.find((item) => item.status === status)?.count ?? 0
      return count > 0 ? [{ status, label: invoiceWorkflow.label(status), count }] : []
    }),
    received,
    oldest: oldest ?? null,
  }
}

/** Days of Madrid, as the filter of the list behind the figure has them. */
async function receivedBetween({ from, to }: { from: string; to: string }, scope: Scope): Promise<number> {
  const { count } = await oneRow<{ count: number }>(
    `select count(*)::int as count from invoices i where ${IN_SCOPE}
        and i.received_at >= (:from::date)::timestamp at time zone 'Europe/Madrid' and i.received_at < (:to::date + 1)::timestamp at time zone 'Europe/Madrid'`,
    { ...scope, from, to }
  )
  return count
}

/** How many invoices have open alarms; with `detail`, the alarms by severity and the last five that hold an invoice back. */
export async function alarmsWidget(siteIds: number[] | 'all', detail: 'count' | 'all', seesInbox: boolean) {
  const scope = scopeOf(siteIds, seesInbox)
  const { count } = await oneRow<{ count: number }>(
    `select count(*)::int as count from invoices i where ${INVOICE_TABS.alarms} and ${IN_SCOPE}`,
    scope
  )
  if (detail === 'count') return { count, severities: [], blocking: [] }
  // Counted as the list of alarms behind its link counts them: also those of no single invoice.
  const severities = await rows<{ severity: string; count: number }>(
    `select a.severity, count(*)::int as count from invoice_alarms a left join invoices i on i.id = a.invoice_id
      where a.status = 'open' and (:all or ${ALARM_SITE} = any(:ids::bigint[])) group by 1, a.rank order by a.rank desc`,
    scope
  )
  const blocking = await rows<{ id: number; invoiceId: number; number: string; message: string }>(
    `select a.id, i.id as invoice_id, coalesce(i.invoice_number, i.reference) as number, a.message from invoice_alarms a join invoices i on i.id = a.invoice_id
      where a.status = 'open' and a.severity = 'blocking' and ${INVOICE_TABS.alarms} and ${IN_SCOPE} order by a.id desc limit 5`,
    scope
  )
  return { count, severities, blocking }
}

/** Movements that wait on each account with how much of this month is reconciled, and what nobody has identified for too long. */
export async function reconciliationWidget(viewer: Viewer) {
  const [accounts, unidentified] = await Promise.all([
    waitingByAccount(viewer),
    longUnidentified(viewer.siteIds),
  ])
  return { accounts, unidentified }
}

/** Days that a movement may stand on 5559 before somebody is reminded of it (area 00 §6). */
const UNIDENTIFIED_DAYS = 15

/** What stands open on the group's account of unidentified movements; null while none is older than it may be. */
async function longUnidentified(siteIds: number[] | 'all') {
  const found = await row<{ code: string; count: number; days: number }>(
    `select r.account_code as code, count(*)::int as count, max(:today::date - o.posted_on)::int as days
       from ledger_account_roles r join ledger_accounts a on a.code ^@ r.account_code join open_items o on o.account_id = a.id
      where r.role = 'unidentified' and r.site_id is null and (:all or o.site_id = any(:ids::bigint[])) group by 1`,
    { ...scopeOf(siteIds), today: today() }
  )
  return found && found.days > UNIDENTIFIED_DAYS ? found : null
}

/** Movements that wait on each account and how much of this month is reconciled, in whole percent. */
function waitingByAccount(viewer: Viewer) {
  const { where, bindings } = scopeFilter(viewer)
  return rows<{ id: number; name: string; site: string; pending: number; percent: number | null }>(
    `select b.id, b.name, s.code as site, w.pending, m.percent from bank_accounts b join sites s on s.id = b.site_id
       cross join lateral (select count(*)::int as pending from bank_statement_lines l where l.bank_account_id = b.id and l.status in ('pending', 'suggested', 'partially_matched')) w
       cross join lateral (select (100 * count(*) filter (where l.status in ('matched', 'booked_direct', 'ignored')) / nullif(count(*), 0))::int as percent
          from bank_statement_lines l where l.bank_account_id = b.id and l.booked_on >= :month) m
      where b.status = 'active' and ${where.join(' and ')} and (w.pending > 0 or m.percent is not null) order by w.pending desc, s.code, b.name limit 12`,
    { ...bindings, month: startOfMonth(today()) }
  )
}
