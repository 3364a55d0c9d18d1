import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { countText } from '~/kit/day'
import type { Column } from '~/kit/list_types'
import { Money, type MoneyValue } from '~/kit/money'
import { StatusBadge } from '~/kit/status_badge'
import type { Badge } from './site_page'

export type SiteRow = {
  id: number
  code: string
  name: string
  trade_name: string | null
  tax_id: string
  territory: string
  parent: string | null
  is_group: boolean
  approvals: Badge & { gaps: string[] }
  status: Badge
  actions: string[]
}

export type SiteFigures = {
  accounts: number
  balance: MoneyValue
  pending_invoices: number
  payable: MoneyValue
}

export type FiguresBySite = Record<number, SiteFigures>

/** Columns of the list; figures of other areas arrive after the rows and wait in their place. */
export function siteColumns(figures: FiguresBySite | undefined): Column<SiteRow>[] {
  const late = (row: SiteRow, show: (known: SiteFigures) => ReactNode) => {
    const known = figures?.[row.id]
    return known ? show(known) : <Skeleton height={12} width={56} ml="auto" />
  }
  return [
    {
      key: 'code',
      header: 'Código',
      sortable: true,
      cell: (row) => <span className="num">{row.code}</span>,
    },
    { key: 'name', header: 'Empresa', sortable: true, width: 220, cell: (row) => row.name },
    {
      key: 'trade_name',
      header: 'Nombre comercial',
      optional: true,
      card: 'hidden',
      cell: (row) => row.trade_name ?? '–',
    },
    { key: 'tax_id', header: 'NIF', cell: (row) => <span className="num">{row.tax_id}</span> },
    {
      key: 'territory',
      header: 'Territorio',
      optional: true,
      card: 'hidden',
      cell: (row) => row.territory,
    },
    {
      key: 'group',
      header: 'Grupo',
      card: 'hidden',
      cell: (row) => (row.is_group ? (row.parent ?? 'Cabecera') : 'Fuera del grupo'),
    },
    {
      key: 'accounts',
      header: 'Cuentas',
      numeric: true,
      cell: (row) => late(row, ({ accounts }) => <span className="num">{countText(accounts)}</span>),
    },
    {
      key: 'balance',
      header: 'Saldo total',
      numeric: true,
      card: 'figure',
      cell: (row) => late(row, ({ balance }) => <Money value={balance} isAlarming />),
    },
    {
      key: 'pending_invoices',
      header: 'Pendientes',
      numeric: true,
      cell: (row) => late(row, ({ pending_invoices: n }) => <span className="num">{countText(n)}</span>),
    },
    {
      key: 'payable',
      header: 'Por pagar',
      numeric: true,
      cell: (row) => late(row, ({ payable }) => <Money value={payable} />),
    },
    {
      key: 'approvals',
      header: 'Aprobaciones',
      cell: ({ approvals }) => (
        <span title={approvals.gaps.join('\n') || undefined}>
          <StatusBadge tone={approvals.tone} label={approvals.label} />
        </span>
      ),
    },
    { key: 'status', header: 'Estado', sortable: true, cell: (row) => <StatusBadge {...row.status} /> },
  ]
}
