import { Link } from '@inertiajs/react'
import type { Cells } from '~/kit/list/declared_columns'
import { urlFor } from '~/urls'
import type { HistoryRow } from './filters'

export const historyCells: Cells<HistoryRow> = {
  document: (row) => (row.document ? <Link href={row.document.href}>{row.document.label}</Link> : '–'),
  hasReceipt: (row) =>
    row.hasReceipt ? (
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
}
