import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { countText } from '~/kit/day'
import type { Cells } from '~/kit/list/declared_columns'
import { Money, type MoneyValue } from '~/kit/money'
import { StatusBadge } from '~/kit/status_badge'
import type { Badge } from './site_page'

/** What this page draws or asks itself of a company in the list. */
export type SiteRow = {
  id: number
  code: string
  name: string
  approvals: Badge & { gaps: string[] }
  actions: string[]
}

export type SiteFigures = {
  accounts: number
  balance: MoneyValue
  pendingInvoices: number
  payable: MoneyValue
}

export type FiguresBySite = Record<number, SiteFigures>

/** Figures of other areas arrive after the rows and wait in their place. */
export function siteCells(figures: FiguresBySite | undefined): Cells<SiteRow> {
  const late = (row: SiteRow, show: (known: SiteFigures) => ReactNode) => {
    const known = figures?.[row.id]
    return known ? show(known) : <Skeleton height={12} width={56} ml="auto" />
  }
  return {
    accounts: (row) => late(row, ({ accounts }) => <span className="num">{countText(accounts)}</span>),
    balance: (row) => late(row, ({ balance }) => <Money value={balance} isAlarming />),
    pendingInvoices: (row) =>
      late(row, ({ pendingInvoices }) => <span className="num">{countText(pendingInvoices)}</span>),
    payable: (row) => late(row, ({ payable }) => <Money value={payable} />),
    approvals: ({ approvals }) => (
      <span title={approvals.gaps.join('\n') || undefined}>
        <StatusBadge tone={approvals.tone} label={approvals.label} />
      </span>
    ),
  }
}
