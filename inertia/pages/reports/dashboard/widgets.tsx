import type { ReactNode } from 'react'
import { AccountBalances } from './account_balances'
import type { DashboardPage, WidgetName } from './dashboard_page'
import { AgeingBlock, ForecastBlock } from './due_blocks'
import { DueList } from './due_list'
import { AlarmsBlock, InvoicesBlock, ReconciliationBlock } from './invoice_blocks'
import { TreasuryBlock } from './treasury_block'
import { WaitingList } from './waiting_list'

/** Each block of the start page by its name. */
export function widgetOf(name: WidgetName, page: DashboardPage): ReactNode {
  const siteIds = page.siteIds
  const widgets: Record<WidgetName, () => ReactNode> = {
    waiting: () => <WaitingList waiting={page.waiting} figures={page.figures} siteIds={siteIds} />,
    treasury: () => <TreasuryBlock treasury={page.treasury} siteIds={siteIds} />,
    due: () => <DueList due={page.due} />,
    forecast: () => <ForecastBlock weeks={page.forecast} siteIds={siteIds} />,
    invoices: () => <InvoicesBlock invoices={page.invoices} siteIds={siteIds} />,
    ageing: () => <AgeingBlock spans={page.ageing} siteIds={siteIds} />,
    alarms: () => <AlarmsBlock alarms={page.alarms} siteIds={siteIds} />,
    reconciliation: () => <ReconciliationBlock work={page.reconciliation} siteIds={siteIds} />,
    accounts: () => <AccountBalances accounts={page.accounts} />,
  }
  return widgets[name]()
}
