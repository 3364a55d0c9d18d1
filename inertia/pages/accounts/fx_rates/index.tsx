import { router } from '@inertiajs/react'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { Day } from '~/kit/day'
import { ListPage } from '~/kit/list_page'
import type { Column, Filter, ListOf } from '~/kit/list_types'
import { urlFor } from '~/urls'
import { otherBookPages } from '../book_pages'
import { RateDialog } from './rate_dialog'
import { RevaluationDialog } from './revaluation_dialog'

type Option = { value: string; label: string }
type RateRow = {
  id: number
  on_date: string
  currency: string
  rate: string
  source: string
  author: string | null
}
type Props = { rates: ListOf<RateRow>; currencies: Option[]; may_change: boolean }

const columns: Column<RateRow>[] = [
  { key: 'on_date', header: 'Fecha', sortable: true, cell: (row) => <Day value={row.on_date} /> },
  { key: 'currency', header: 'Divisa', cell: (row) => row.currency },
  {
    key: 'rate',
    header: 'Por 1 €',
    numeric: true,
    card: 'figure',
    cell: (row) => row.rate.replace('.', ','),
  },
  { key: 'source', header: 'Fuente', cell: (row) => row.source },
  { key: 'author', header: 'Introducido por', cell: (row) => row.author ?? '–' },
]

/** Exchange rates: from the European Central Bank every afternoon, or entered by hand. */
export default function FxRatesIndex({ rates, currencies, may_change }: Props) {
  const [dialog, setDialog] = useState<'rate' | 'revaluation' | null>(null)
  const close = () => setDialog(null)
  return (
    <ListPage
      title="Tipos de cambio"
      back={urlFor('accounts')}
      list={rates}
      columns={columns}
      storageKey="fx_rates"
      filters={filtersOf(currencies)}
      empty={{ text: 'No hay tipos de cambio. Pídalos al Banco Central Europeo o añada uno.' }}
      menu={[
        ...(may_change
          ? [
              {
                label: 'Pedir al Banco Central Europeo',
                onSelect: () => router.post(urlFor('accounts.fx-rates.fetch')),
              },
              { label: 'Registrar diferencias de cambio', onSelect: () => setDialog('revaluation') },
            ]
          : []),
        ...otherBookPages('Tipos de cambio'),
      ]}
      actions={may_change ? <Button onClick={() => setDialog('rate')}>Añadir tipo</Button> : null}
    >
      {dialog === 'rate' ? <RateDialog currencies={currencies} onClose={close} /> : null}
      {dialog === 'revaluation' ? <RevaluationDialog onClose={close} /> : null}
    </ListPage>
  )
}

const filtersOf = (currencies: Option[]): Filter[] => [
  { name: 'currency', label: 'Divisa', kind: 'multi', options: currencies },
  {
    name: 'source',
    label: 'Fuente',
    kind: 'multi',
    options: [
      { value: 'ecb', label: 'Banco Central Europeo' },
      { value: 'manual', label: 'Manual' },
    ],
  },
  { name: 'on', label: 'Fecha', kind: 'days' },
]
