import { router } from '@inertiajs/react'
import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Cells } from '~/kit/list/declared_columns'
import { ListPage } from '~/kit/list/list_page'
import type { Filter, ListOf } from '~/kit/list/list_types'
import { urlFor } from '~/urls'
import { useOtherBookPages } from '../book_pages'
import { RateDialog } from './rate_dialog'
import { RevaluationDialog } from './revaluation_dialog'

type Option = { value: string; label: string }
type RateRow = { id: number; rate: string }
type Props = { rates: ListOf<RateRow>; currencies: Option[]; canChange: boolean }

const cells: Cells<RateRow> = { rate: (row) => row.rate.replace('.', ',') }

/** Exchange rates: from the European Central Bank every afternoon, or entered by hand. */
export default function FxRatesIndex({ rates, currencies, canChange }: Props) {
  const [dialog, setDialog] = useState<'rate' | 'revaluation' | null>(null)
  const close = () => setDialog(null)
  return (
    <ListPage
      title="Tipos de cambio"
      back={urlFor('accounts')}
      list={rates}
      cells={cells}
      storageKey="fx_rates"
      filters={filtersOf(currencies)}
      empty={{ text: 'No hay tipos de cambio. Pídalos al Banco Central Europeo o añada uno.' }}
      menu={[
        ...(canChange
          ? [
              {
                label: 'Pedir al Banco Central Europeo',
                onSelect: () => router.post(urlFor('accounts.fx-rates.fetch')),
              },
              { label: 'Registrar diferencias de cambio', onSelect: () => setDialog('revaluation') },
            ]
          : []),
        ...useOtherBookPages('Tipos de cambio'),
      ]}
      actions={canChange ? <Button onClick={() => setDialog('rate')}>Añadir tipo</Button> : null}
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
