import { Link } from '@inertiajs/react'
import { Button } from '@mantine/core'
import { ListPage } from '~/kit/list/list_page'
import type { ListOf, RowBase } from '~/kit/list/list_types'
import { urlFor } from '~/urls'
import { bookFilters } from '../book_filters'
import { useOtherBookPages } from '../book_pages'

type Props = { entries: ListOf<RowBase>; canDraft: boolean }

const states = [
  { value: 'draft', label: 'Borrador' },
  { value: 'posted', label: 'Contabilizado' },
  { value: 'reversed', label: 'Anulado' },
  { value: 'discarded', label: 'Descartado' },
]

export default function ManualEntriesIndex({ entries, canDraft }: Props) {
  return (
    <ListPage
      title="Asientos manuales"
      back={urlFor('accounts.journal')}
      list={entries}
      storageKey="manual_entries"
      filters={[...bookFilters, { name: 'status', label: 'Estado', kind: 'multi', options: states }]}
      searchLabel="Buscar por concepto"
      rowHref={(row) => urlFor('accounts.manual.show', { id: row.id })}
      empty={{ text: 'No hay asientos manuales.' }}
      menu={[
        ...(canDraft ? [{ label: 'Saldos iniciales', href: urlFor('accounts.opening.create') }] : []),
        ...useOtherBookPages('Asientos manuales'),
      ]}
      actions={
        canDraft ? (
          <Button component={Link} href={urlFor('accounts.manual.create')}>
            Asiento manual
          </Button>
        ) : null
      }
    />
  )
}
