import { oneRow } from '#app/kernel/database/sql'
import type { ReportPeriod } from '#app/kernel/time/report_period'
import { ALL_BLOCKS } from '#app/reports/site_report/all_blocks'
import {
  type BalanceRow,
  balancesBlock,
  type FlowRow,
  flowsBlock,
} from '#app/reports/site_report/cash_blocks'
import {
  categoriesBlock,
  type InvoicesBlock,
  invoicesBlock,
  providersBlock,
  type RankedRow,
  type WaitingRow,
  waitingBlock,
} from '#app/reports/site_report/invoice_blocks'
import { type PaymentPeriod, paymentPeriod } from '#app/reports/site_report/payment_period'
import {
  type Hidden,
  type ReportBlock,
  type ReportedSite,
  readBlocks,
} from '#app/reports/site_report/report_block'
import { accountsLink } from '#app/reports/site_report/report_links'

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
  /** Those that have no form of their own (`all_blocks.ts`). */
  blocks: ReportBlock[]
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
  hidden: Hidden = []
): Promise<SiteReport> {
  const key = `${siteId}:${period.from}:${period.to}:${hidden.join()}`
  const known = kept.get(key)
  if (age === 'kept' && known && known.until > Date.now()) return known.report
  const report = await readReport(siteId, period, hidden)
  if (kept.size >= KEPT_MAX) kept.clear()
  kept.set(key, { until: Date.now() + KEEP_MS, report })
  return report
}

async function readReport(siteId: number, period: ReportPeriod, hidden: Hidden): Promise<SiteReport> {
  const site = await oneRow<ReportedSite>(
    `select id, base_currency as currency from sites where id = :siteId`,
    { siteId }
  )
  const [balances, flows, invoices, payments, providers, categories, waiting, blocks] = await Promise.all([
    balancesBlock(siteId, hidden),
    flowsBlock(siteId, period, hidden),
    invoicesBlock(site, period),
    paymentPeriod(siteId, period),
    providersBlock(site, period),
    categoriesBlock(site, period),
    waitingBlock(site),
    readBlocks(ALL_BLOCKS, { site, period, hidden }),
  ])
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
    blocks,
    at: new Date().toISOString(),
  }
}
