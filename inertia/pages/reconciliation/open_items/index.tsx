import { usePage } from '@inertiajs/react'
import { lazy, Suspense, useState } from 'react'
import { Day } from '~/kit/day'
import { ListPage } from '~/kit/list/list_page'
import { readQuery } from '~/kit/list/list_query'
import type { BulkAction, Filter } from '~/kit/list/list_types'
import { urlFor, withQuery } from '~/urls'
import { useOtherBookPages } from '../../books/book_pages'
import { itemCells, letteringActions, letteringCells, partyCells } from './open_item_cells'
import type { OpenItem, OpenItemsProps, OpenParty } from './open_item_types'

// Its fields weigh more than the list: only who letters downloads them.
const LetterDialog = lazy(async () => ({ default: (await import('./letter_dialog')).LetterDialog }))

const title = 'Partidas abiertas'

const tabs = {
  name: 'view',
  options: [
    { value: 'parties', label: 'Por contraparte' },
    { value: 'items', label: 'Partidas' },
    { value: 'letterings', label: 'Punteos' },
  ],
}

export default function OpenItemsIndex(props: OpenItemsProps) {
  const { parties, items, letterings, asOf, canLetter, party, buckets } = props
  const [chosen, setChosen] = useState<OpenItem[] | null>(null)
  const query = readQuery(usePage().url)
  const shared = { title, back: urlFor('accounts'), tabs, menu: useOtherBookPages(title) }
  if (letterings)
    return (
      <ListPage
        {...shared}
        list={letterings}
        cells={letteringCells}
        storageKey="letterings"
        filters={[companies]}
        searchLabel="Buscar por punteo"
        rowActions={letteringActions}
        empty={{ text: 'No hay punteos con estos filtros.' }}
      />
    )
  const filters = [...filtersOf(buckets), ...(party ? [partyFilter(query.party?.[0] ?? '', party)] : [])]
  const subtitle = <AsOf day={asOf} party={party} />
  if (!items)
    return (
      <ListPage
        {...shared}
        subtitle={subtitle}
        list={parties ?? EMPTY}
        cells={partyCells}
        storageKey="open_parties"
        filters={filters}
        searchLabel="Buscar por contraparte"
        rowHref={(row) => partyHref(row, query)}
        isExportable
        isPrintable
        empty={{ text: 'No hay partidas abiertas con estos filtros.' }}
      />
    )
  const bulkActions: BulkAction<OpenItem>[] = canLetter
    ? [{ label: 'Puntear', transition: 'letter', onSelect: setChosen }]
    : []
  return (
    <ListPage
      {...shared}
      subtitle={subtitle}
      list={items}
      cells={itemCells}
      storageKey="open_items"
      filters={filters}
      searchLabel="Buscar por concepto o factura"
      rowHref={(row) => urlFor('accounts.journal.show', { entry: row.entryId })}
      bulkActions={bulkActions}
      nouns={{ one: 'partida', many: 'partidas' }}
      amountOf={(row) => row.open}
      isExportable
      isPrintable
      empty={{ text: 'No hay partidas abiertas con estos filtros.' }}
    >
      <Suspense>
        {chosen ? (
          <LetterDialog items={chosen} onClose={() => setChosen(null)} onDone={() => setChosen(null)} />
        ) : null}
      </Suspense>
    </ListPage>
  )
}

function AsOf({ day, party }: { day: string; party: OpenItemsProps['party'] }) {
  return (
    <>
      a <Day value={day} />
      {party ? ` · ${party}` : ''}
    </>
  )
}

const companies: Filter = { name: 'site_ids', label: 'Empresa', kind: 'sites' }

const filtersOf = (buckets: { value: string; label: string }[]): Filter[] => [
  companies,
  { name: 'code', label: 'Cuenta', kind: 'text' },
  { name: 'bucket', label: 'Antigüedad', kind: 'select', options: buckets },
  { name: 'as_of', label: 'A fecha', kind: 'day' },
]

const partyFilter = (value: string, label: string): Filter => ({
  name: 'party',
  label: 'Contraparte',
  kind: 'select',
  options: [{ value, label }],
})

const EMPTY = {
  rows: [],
  columns: [],
  page: 1,
  perPage: 10,
  total: 0,
  totalIsExact: true,
  sort: 'total',
  direction: 'desc' as const,
  cursor: null,
}

/** A party leads to its items, under the same filters. */
function partyHref({ partyKey, total }: OpenParty, query: Record<string, string[]>): string | null {
  if (partyKey === null) return null
  const kept = ['code', 'bucket', 'as_of'].map((name) => [name, query[name]?.[0]])
  return withQuery(urlFor('accounts.open-items'), {
    view: 'items',
    party: partyKey,
    currency: total.currency,
    ...Object.fromEntries(kept),
    site_ids: query.site_ids ?? [],
  })
}
