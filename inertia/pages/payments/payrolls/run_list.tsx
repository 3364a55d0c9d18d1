import { Day, Quantity } from '~/kit/day'
import { ListPage } from '~/kit/list_page'
import type { Column, ListOf } from '~/kit/list_types'
import { Money } from '~/kit/money'
import { StatusBadge } from '~/kit/status_badge'
import { urlFor } from '~/urls'
import { payrollTabs, type RunRow } from './payroll_rows'

const columns: Column<RunRow>[] = [
  { key: 'number', header: 'Nº', sortable: true, cell: (row) => <span className="num">{row.number}</span> },
  { key: 'site', header: 'Empresa', cell: (row) => row.site },
  { key: 'concept', header: 'Concepto', width: 220, cell: (row) => row.concept },
  { key: 'employees', header: 'Pagos', numeric: true, cell: (row) => <Quantity value={row.employees} /> },
  {
    key: 'total',
    header: 'Total',
    numeric: true,
    card: 'figure',
    cell: (row) => <Money value={row.total} />,
  },
  { key: 'account', header: 'Cuenta origen', cell: (row) => row.account },
  {
    key: 'execution_date',
    header: 'Ejecución',
    sortable: true,
    cell: (row) => <Day value={row.execution_date} />,
  },
  { key: 'approvals', header: 'Aprobaciones', cell: (row) => <span className="num">{row.approvals}</span> },
  { key: 'status', header: 'Estado', cell: (row) => <StatusBadge {...row.status} /> },
]

/** The pay buffer of salaries: each run is approved as a whole on its own page. */
export function RunList({ runs }: { runs: ListOf<RunRow> }) {
  return (
    <ListPage
      title="Pagar nómina"
      list={runs}
      columns={columns}
      storageKey="payroll_runs"
      filters={[{ name: 'site_ids', label: 'Empresa', kind: 'sites' }]}
      tabs={payrollTabs}
      rowHref={(row) => urlFor('payroll_runs.show', { id: row.id })}
      nouns={{ one: 'relación', many: 'relaciones' }}
      amountOf={(row) => row.total}
      empty={{ text: 'La bolsa está vacía.' }}
      menu={[{ label: 'Remesas', href: urlFor('payment_batches') }]}
    />
  )
}
