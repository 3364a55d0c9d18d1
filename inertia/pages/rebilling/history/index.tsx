import { Link } from '@inertiajs/react'
import { Button } from '@mantine/core'
import { ListPage } from '~/kit/list/list_page'
import type { Filter, ListOf, RowAction } from '~/kit/list/list_types'
import { urlFor } from '~/urls'
import { recover, rectify } from '../transactions/charge_acts'
import { chargeCells, chargeFilters } from '../transactions/charge_cells'
import type { ChargeRow } from '../transactions/charge_types'

const filters: Filter[] = [
  ...chargeFilters,
  { name: 'issued', label: 'Emitida', kind: 'days' },
  {
    name: 'status',
    label: 'Estado',
    kind: 'multi',
    options: [
      { value: 'issued', label: 'Emitida' },
      { value: 'settling', label: 'En liquidación' },
      { value: 'settled', label: 'Liquidada' },
      { value: 'rectified', label: 'Rectificada' },
      { value: 'discarded', label: 'Descartada' },
    ],
  },
]

const rowActions: RowAction<ChargeRow>[] = [
  {
    label: 'PDF del documento',
    transition: 'pdf',
    onSelect: ({ issuedInvoiceId }) =>
      window.open(urlFor('issued-invoices.pdf', { id: issuedInvoiceId ?? 0 }), '_blank', 'noopener'),
  },
  { label: 'Rectificar', transition: 'rectify', isDangerous: true, confirm: rectify },
  { label: 'Recuperar', transition: 'recover', confirm: (row) => recover([row]) },
]

export default function RebillingHistory({ charges }: { charges: ListOf<ChargeRow> }) {
  return (
    <ListPage
      title="Histórico de refacturación"
      list={charges}
      cells={chargeCells}
      storageKey="rebilling_history"
      filters={filters}
      searchLabel="Buscar por número, documento o concepto"
      rowHref={(row) => urlFor('rebilling.show', { id: row.id })}
      rowActions={rowActions}
      nouns={{ one: 'refacturación', many: 'refacturaciones' }}
      amountOf={(row) => row.total}
      empty={{ text: 'No hay refacturaciones.' }}
      isExportable
      actions={
        <Button component={Link} variant="default" href={urlFor('rebilling.history.matrix')}>
          Matriz por año
        </Button>
      }
    />
  )
}
