import { Link } from '@inertiajs/react'
import { Day } from '~/kit/day'
import type { Column } from '~/kit/list_types'
import { Money } from '~/kit/money'
import { StatusBadge } from '~/kit/status_badge'
import { urlFor } from '~/urls'
import type { HistoryRow } from './filters'

/** Columns of the history. */
export const columns: Column<HistoryRow>[] = [
  { key: 'paid_on', header: 'Fecha', sortable: true, cell: (row) => <Day value={row.paid_on} /> },
  { key: 'site', header: 'Empresa', cell: (row) => row.site },
  { key: 'payee', header: 'Beneficiario', width: 220, cell: (row) => row.payee },
  { key: 'concept', header: 'Concepto', width: 220, cell: (row) => row.concept || '–' },
  {
    key: 'document',
    header: 'Documento',
    optional: true,
    cell: (row) => (row.document ? <Link href={row.document.href}>{row.document.label}</Link> : '–'),
  },
  { key: 'kind', header: 'Tipo', cell: (row) => row.kind },
  {
    key: 'amount',
    header: 'Importe',
    numeric: true,
    sortable: true,
    card: 'figure',
    cell: (row) => <Money value={row.amount} />,
  },
  { key: 'account', header: 'Cuenta', width: 150, cell: (row) => row.account ?? '–' },
  { key: 'method', header: 'Método', optional: true, card: 'hidden', cell: (row) => row.method },
  { key: 'status', header: 'Estado', cell: (row) => <StatusBadge {...row.status} /> },
  {
    key: 'approved_by',
    header: 'Aprobado por',
    width: 150,
    card: 'hidden',
    cell: (row) => row.approved_by ?? '–',
  },
  {
    key: 'reconciled_on',
    header: 'Conciliado',
    card: 'hidden',
    cell: (row) => (row.reconciled_on ? <Day value={row.reconciled_on} /> : '–'),
  },
  {
    key: 'receipt',
    header: 'Justificante',
    card: 'hidden',
    cell: (row) =>
      row.has_receipt ? (
        <a
          href={urlFor('historypay.receipt', { id: row.id })}
          aria-label={`Descargar el justificante del pago a ${row.payee}`}
          download
        >
          Descargar
        </a>
      ) : (
        '–'
      ),
  },
  {
    key: 'reference',
    header: 'Referencia',
    optional: true,
    card: 'hidden',
    cell: (row) => row.reference ?? '–',
  },
]
