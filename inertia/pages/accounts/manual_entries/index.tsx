import { Link } from '@inertiajs/react'
import { Button } from '@mantine/core'
import { Day } from '~/kit/day'
import { ListPage } from '~/kit/list_page'
import type { Column, ListOf } from '~/kit/list_types'
import { Money, type MoneyValue } from '~/kit/money'
import { StatusBadge, type Tone } from '~/kit/status_badge'
import { urlFor } from '~/urls'
import { bookFilters } from '../book_filters'
import { otherBookPages } from '../book_pages'

type ManualRow = {
  id: number
  posted_on: string
  site: string
  kind: string
  description: string
  total: MoneyValue
  author: string
  approver: string | null
  status: { label: string; tone: Tone }
}

type Props = { entries: ListOf<ManualRow>; may_draft: boolean }

const columns: Column<ManualRow>[] = [
  { key: 'posted_on', header: 'Fecha', sortable: true, cell: (row) => <Day value={row.posted_on} /> },
  { key: 'site', header: 'Empresa', cell: (row) => row.site },
  { key: 'kind', header: 'Clase', cell: (row) => row.kind },
  { key: 'description', header: 'Concepto', width: 240, cell: (row) => row.description },
  {
    key: 'total',
    header: 'Importe',
    numeric: true,
    sortable: true,
    card: 'figure',
    cell: (row) => <Money value={row.total} />,
  },
  { key: 'author', header: 'Preparado por', cell: (row) => row.author },
  { key: 'approver', header: 'Aprobado por', cell: (row) => row.approver ?? '–' },
  { key: 'status', header: 'Estado', cell: (row) => <StatusBadge {...row.status} /> },
]

const states = [
  { value: 'draft', label: 'Borrador' },
  { value: 'posted', label: 'Contabilizado' },
  { value: 'reversed', label: 'Anulado' },
  { value: 'discarded', label: 'Descartado' },
]

export default function ManualEntriesIndex({ entries, may_draft }: Props) {
  return (
    <ListPage
      title="Asientos manuales"
      back={urlFor('accounts.journal')}
      list={entries}
      columns={columns}
      storageKey="manual_entries"
      filters={[...bookFilters, { name: 'status', label: 'Estado', kind: 'multi', options: states }]}
      searchLabel="Buscar por concepto"
      rowHref={(row) => urlFor('accounts.manual.show', { id: row.id })}
      empty={{ text: 'No hay asientos manuales.' }}
      menu={[
        ...(may_draft ? [{ label: 'Saldos iniciales', href: urlFor('accounts.opening.create') }] : []),
        ...otherBookPages('Asientos manuales'),
      ]}
      actions={
        may_draft ? (
          <Button component={Link} href={urlFor('accounts.manual.create')}>
            Asiento manual
          </Button>
        ) : null
      }
    />
  )
}
