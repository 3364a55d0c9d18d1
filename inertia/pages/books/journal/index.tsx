import { countText } from '~/kit/day'
import type { Cells } from '~/kit/list/declared_columns'
import { ListPage } from '~/kit/list/list_page'
import type { ListOf } from '~/kit/list/list_types'
import { StatusBadge } from '~/kit/status_badge'
import { urlFor } from '~/urls'
import { bookFilters } from '../book_filters'
import { useOtherBookPages } from '../book_pages'

type EntryRow = {
  id: number
  entryNo: number
  year: string
  description: string
  reversal: 'annulled' | 'annuls' | null
}

type Option = { value: string; label: string }
type Props = { entries: ListOf<EntryRow>; journals: Option[]; users: Option[] }

const cells: Cells<EntryRow> = {
  entryNo: (row) => `${row.year}/${countText(row.entryNo)}`,
  description: (row) => <Concept row={row} />,
}

export default function JournalIndex({ entries, journals, users }: Props) {
  return (
    <ListPage
      title="Diario"
      back={urlFor('accounts')}
      list={entries}
      cells={cells}
      storageKey="journal"
      filters={[
        ...bookFilters,
        { name: 'journal', label: 'Diario', kind: 'multi', options: journals },
        { name: 'created_by', label: 'Usuario', kind: 'select', options: users },
      ]}
      searchLabel="Buscar por concepto o número de asiento"
      rowHref={(row) => urlFor('accounts.journal.show', { entry: row.id })}
      isExportable
      empty={{ text: 'No hay asientos con estos filtros.' }}
      menu={useOtherBookPages('Diario')}
    />
  )
}

const REVERSALS = {
  annulled: { tone: 'red', label: 'Anulado' },
  annuls: { tone: 'grey', label: 'Anulación' },
} as const

function Concept({ row }: { row: EntryRow }) {
  return (
    <>
      {row.description} {row.reversal ? <StatusBadge {...REVERSALS[row.reversal]} /> : null}
    </>
  )
}
