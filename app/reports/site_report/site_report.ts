import { oneRow } from '#app/kernel/database/sql'
import {
  type BalanceRow,
  balancesBlock,
  type FlowRow,
  flowsBlock,
  type ReconciliationRow,
  reconciliationsBlock,
} from '#app/reports/site_report/cash_blocks'
import {
  categoriesBlock,
  type InvoicesBlock,
  invoicesBlock,
  providersBlock,
  type RankedRow,
  type ReportedSite,
  type WaitingRow,
  waitingBlock,
} from '#app/reports/site_report/invoice_blocks'
import {
  type AlarmRow,
  alarmsBlock,
  groupBlock,
  type LedgerRow,
  taxesBlock,
} from '#app/reports/site_report/ledger_blocks'
import { type PaymentPeriod, paymentPeriod } from '#app/reports/site_report/payment_period'
import { accountsLink } from '#app/reports/site_report/report_links'
import type { ReportPeriod } from '#app/reports/site_report/report_period'

export type SiteReport = {
  /** Of the company's books: what the report adds up in. */
  currency: string
  balances: BalanceRow[]
  balancesHref: string
  flows: FlowRow[]
  invoices: InvoicesBlock
  paymentPeriod: PaymentPeriod
  providers: RankedRow[]
  categories: RankedRow[]
  waiting: WaitingRow[]
  reconciliations: ReconciliationRow[]
  taxes: LedgerRow[]
  /** Balances with other companies of the group. */
  group: LedgerRow[]
  alarms: AlarmRow[]
  /** When it was read. */
  at: string
}

type Kept = { until: number; report: SiteReport }
const KEEP_MS = 5 * 60_000
const KEPT_MAX = 200
const kept = new Map<string, Kept>()

/** The report of a company over a period, at most five minutes old (area 02 §5); `fresh` reads it anew.
 * What is of `hidden` accounts is not in it. */
export async function siteReport(
  siteId: number,
  period: ReportPeriod,
  age: 'kept' | 'fresh' = 'kept',
  hidden: readonly number[] = []
): Promise<SiteReport> {
  const key = `${siteId}:${period.from}:${period.to}:${hidden.join()}`
  const known = kept.get(key)
  if (age === 'kept' && known && known.until > Date.now()) return known.report
  const report = await readReport(siteId, period, hidden)
  if (kept.size >= KEPT_MAX) kept.clear()
  kept.set(key, { until: Date.now() + KEEP_MS, report })
  return report
}

async function readReport(
  siteId: number,
  period: ReportPeriod,
  hidden: readonly number[]
): Promise<SiteReport> {
  const site = await oneRow<ReportedSite>(
    `select id, base_currency as currency from sites where id = :siteId`,
    { siteId }
  )
  const [balances, flows, invoices, payments, providers, categories, waiting, reconciliations, ...ledger] =
    await Promise.all([
      balancesBlock(siteId, hidden),
      flowsBlock(siteId, period, hidden),
      invoicesBlock(site, period),
      paymentPeriod(siteId, period),
      providersBlock(site, period),
      categoriesBlock(site, period),
      waitingBlock(site),
      reconciliationsBlock(siteId, period, hidden),
      taxesBlock(siteId),
      groupBlock(siteId),
      alarmsBlock(siteId),
    ])
  const [taxes, group, alarms] = ledger
  return {
    currency: site.currency,
    balances,
    balancesHref: accountsLink(siteId),
    flows,
    invoices,
    paymentPeriod: payments,
    providers,
    categories,
    waiting,
    reconciliations,
    taxes,
    group,
    alarms,
    at: new Date().toISOString(),
  }
}
