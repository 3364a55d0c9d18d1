import { Day, Instant } from '~/kit/day'
import type { Column, ListOf } from '~/kit/list_types'
import { Money } from '~/kit/money'
import { StatusBadge } from '~/kit/status_badge'
import { worthColumn } from '~/kit/worth_column'
import { AlarmCount } from './alarm_count'
import type { InvoiceRow } from './invoice_row'
import styles from './text.module.css'

/**
 * Columns of the index. What a reviewer needs at a glance is in view, the rest can be chosen, what they are worth too while
 * some are in another currency; `showsWorth` has it in view.
 */
export const invoiceColumns = (invoices: ListOf<InvoiceRow>, showsWorth: boolean): Column<InvoiceRow>[] => [
  { key: 'reference', header: 'Referencia', sortable: true, cell: (row) => row.reference },
  { key: 'issued_on', header: 'Fecha', sortable: true, cell: (row) => <Day value={row.issued_on} /> },
  {
    key: 'received',
    header: 'Recibida',
    sortable: true,
    optional: true,
    cell: (row) => <Instant value={row.received_at} />,
  },
  {
    key: 'provider',
    header: 'Proveedor',
    width: 220,
    cell: (row) => row.provider ?? <span className={styles.missing}>Sin proveedor</span>,
  },
  {
    key: 'site',
    header: 'Empresa',
    cell: (row) => row.site ?? <span className={styles.missing}>Sin empresa</span>,
  },
  { key: 'number', header: 'Número', cell: (row) => row.number ?? '–' },
  {
    key: 'concept',
    header: 'Concepto / categoría',
    optional: true,
    width: 240,
    card: 'hidden',
    cell: (row) => (
      <>
        {row.concept ?? '–'}
        {row.category ? <span className={styles.quiet}> · {row.category}</span> : null}
      </>
    ),
  },
  {
    key: 'base',
    header: 'Base',
    numeric: true,
    optional: true,
    card: 'hidden',
    cell: (row) => <Money value={row.base} />,
  },
  ...worthColumn(invoices, {
    key: 'base_worth',
    of: 'base',
    header: 'Contravalor de la base',
    isOptional: true,
  }),
  {
    key: 'vat',
    header: 'IVA',
    numeric: true,
    optional: true,
    card: 'hidden',
    cell: (row) => <Money value={row.vat} />,
  },
  {
    key: 'withholding',
    header: 'Retención',
    numeric: true,
    optional: true,
    card: 'hidden',
    cell: (row) => (row.withholding.minor === 0 ? '–' : <Money value={row.withholding} />),
  },
  {
    key: 'total',
    header: 'Total',
    numeric: true,
    sortable: true,
    card: 'figure',
    cell: (row) => <Money value={row.total} />,
  },
  ...worthColumn(invoices, { key: 'worth', of: 'total', header: 'Contravalor', isOptional: !showsWorth }),
  { key: 'due_on', header: 'Vencimiento', sortable: true, cell: (row) => <Day value={row.due_on} /> },
  { key: 'status', header: 'Estado', cell: (row) => <StatusBadge {...row.status} /> },
  { key: 'payment', header: 'Pago', optional: true, cell: (row) => <StatusBadge {...row.payment} /> },
  {
    key: 'alarms',
    header: 'Alarmas',
    cell: (row) => <AlarmCount count={row.alarms} rank={row.alarm_max} />,
  },
  { key: 'source', header: 'Origen', optional: true, card: 'hidden', cell: (row) => row.source },
]
