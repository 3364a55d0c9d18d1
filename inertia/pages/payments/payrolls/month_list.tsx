import { Link } from '@inertiajs/react'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Quantity } from '~/kit/day'
import { ListPage } from '~/kit/list_page'
import type { Column, Filter, ListOf, RowAction } from '~/kit/list_types'
import { Money } from '~/kit/money'
import { urlFor, withQuery } from '~/urls'
import { type MonthRow, payrollTabs } from './payroll_rows'

const columns: Column<MonthRow>[] = [
  {
    key: 'period',
    header: 'Periodo',
    sortable: true,
    cell: (row) => <span className="num">{row.period_text}</span>,
  },
  { key: 'site', header: 'Empresa', cell: (row) => row.site },
  { key: 'employees', header: 'Empleados', numeric: true, cell: (row) => <Quantity value={row.employees} /> },
  {
    key: 'total',
    header: 'Total',
    numeric: true,
    sortable: true,
    card: 'figure',
    cell: (row) => <Money value={row.total} />,
  },
  { key: 'pending', header: 'Pendiente', numeric: true, cell: (row) => <Money value={row.pending} /> },
  { key: 'ordered', header: 'En pago', numeric: true, cell: (row) => <Money value={row.ordered} /> },
  { key: 'paid', header: 'Pagado', numeric: true, cell: (row) => <Money value={row.paid} /> },
]

const filters: Filter[] = [{ name: 'site_ids', label: 'Empresa', kind: 'sites' }]

const rowActions: RowAction<MonthRow>[] = [
  { label: 'Preparar pago', transition: 'process', href: (row) => processUrl(row) },
]

/** The review of what a company has to pay for a month. */
export const processUrl = ({ site_id, period }: { site_id: number; period: string }) =>
  withQuery(urlFor('paypayrolls.process'), { site_id: String(site_id), period })

type Props = { months: ListOf<MonthRow>; actions: ReactNode }

/** Salaries by company and month: how much is pending, under way and paid. */
export function MonthList({ months, actions }: Props) {
  return (
    <ListPage
      title="Pagar nómina"
      list={months}
      columns={columns}
      storageKey="payroll_months"
      filters={filters}
      tabs={payrollTabs}
      rowHref={(row) =>
        withQuery(urlFor('paypayrolls'), {
          tab: 'payments',
          'site_ids[]': String(row.site_id),
          period: row.period,
        })
      }
      rowActions={rowActions}
      nouns={{ one: 'nómina', many: 'nóminas' }}
      empty={{
        text: 'No hay pagos pendientes.',
        action: (
          <Button component={Link} href={urlFor('paypayrolls.upload')}>
            Importar nómina
          </Button>
        ),
      }}
      menu={[
        { label: 'Preparar pago', href: urlFor('paypayrolls.process') },
        { label: 'Remesas', href: urlFor('payment_batches') },
      ]}
      actions={actions}
    />
  )
}
