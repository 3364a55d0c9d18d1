import { Money } from '~/kit/money'
import { type PlainColumn, PlainTable } from '~/kit/table/plain_table'
import type { TaxGroup } from '../review/review_parts'
import type { ReviewPage } from '../review/review_types'

const columns: PlainColumn<TaxGroup>[] = [
  { key: 'name', header: 'Impuesto', cell: (group) => group.name },
  { key: 'base', header: 'Base', numeric: true, cell: (group) => <Money value={group.base} look="plain" /> },
  { key: 'vat', header: 'Cuota', numeric: true, cell: (group) => <Money value={group.vat} look="plain" /> },
]
const surcharge: PlainColumn<TaxGroup> = {
  key: 'surcharge',
  header: 'Recargo',
  numeric: true,
  cell: (group) => <Money value={group.surcharge} look="plain" />,
}

/** Base and tax at each rate. */
export function TaxPanel({ page: { invoice, taxGroups } }: { page: ReviewPage }) {
  const hasSurcharge = taxGroups.some((group) => group.surcharge.minor !== 0)
  return (
    <PlainTable
      label="Impuestos por tipo"
      rows={taxGroups}
      columns={hasSurcharge ? [...columns, surcharge] : columns}
      keyOf={(group) => group.vatCodeId}
      totals={{
        name: 'Total',
        base: <Money value={invoice.base} />,
        vat: <Money value={invoice.vat} />,
        surcharge: <Money value={invoice.surcharge} />,
      }}
      empty="No hay desglose de impuestos. Indíquelo al corregir los totales."
    />
  )
}
