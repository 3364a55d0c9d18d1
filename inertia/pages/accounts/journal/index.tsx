import { countText, Day } from '~/kit/day'
import { ListPage } from '~/kit/list_page'
import type { Column, ListOf } from '~/kit/list_types'
import { Money, type MoneyValue } from '~/kit/money'
import { StatusBadge } from '~/kit/status_badge'
import { urlFor } from '~/urls'
import { bookFilters } from '../book_filters'
import { otherBookPages } from '../book_pages'

type EntryRow = {
  id: number
  entry_no: number
  year: string
  posted_on: string
  site: string
  journal: string
  description: string
  amount: MoneyValue
  user: string | null
  reversal: 'annulled' | 'annuls' | null
}

type Option = { value: string; label: string }
type Props = { entries: ListOf<EntryRow>; journals: Option[]; users: Option[] }

const columns: Column<EntryRow>[] = [
  {
    key: 'entry_no',
    header: 'Asiento',
    sortable: true,
    cell: (row) => `${row.year}/${countText(row.entry_no)}`,
  },
  { key: 'posted_on', header: 'Fecha', sortable: true, cell: (row) => <Day value={row.posted_on} /> },
  { key: 'site', header: 'Empresa', cell: (row) => row.site },
  { key: 'journal', header: 'Diario', cell: (row) => row.journal },
  { key: 'description', header: 'Concepto', width: 240, cell: (row) => <Concept row={row} /> },
  {
    key: 'amount',
    header: 'Importe',
    numeric: true,
    card: 'figure',
    cell: (row) => <Money value={row.amount} />,
  },
  { key: 'user', header: 'Usuario', width: 140, card: 'hidden', cell: (row) => row.user ?? 'Sistema' },
]

export default function JournalIndex({ entries, journals, users }: Props) {
  return (
    <ListPage
      title="Diario"
      back={urlFor('accounts')}
      list={entries}
      columns={columns}
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
      menu={otherBookPages('Diario')}
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
