import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { today } from '#app/kernel/time/calendar_date'
import type { Option } from '~/kit/fields/choice_fields'
import { ListPage } from '~/kit/list/list_page'
import type { Filter, ListOf } from '~/kit/list/list_types'
import { urlFor } from '~/urls'

const CompensationDialog = lazy(async () => ({
  default: (await import('../summary/compensation_dialog')).CompensationDialog,
}))

type Props = { compensations: ListOf<{ id: number }>; states: Option[] }

/** Nettings of debts between companies, proposed and posted. */
export default function CompensationsIndex({ compensations, states }: Props) {
  const [isNetting, setIsNetting] = useState(false)
  const filters: Filter[] = [
    { name: 'status', label: 'Estado', kind: 'multi', options: states },
    { name: 'cut_off', label: 'Corte', kind: 'days' },
  ]
  return (
    <ListPage
      title="Compensaciones"
      back={urlFor('loansResumen')}
      list={compensations}
      storageKey="loan_compensations"
      filters={filters}
      searchLabel={null}
      rowHref={(row) => urlFor('loans.compensations.show', { id: row.id })}
      nouns={{ one: 'compensación', many: 'compensaciones' }}
      empty={{ text: 'No hay compensaciones.' }}
      isExportable
      actions={<Button onClick={() => setIsNetting(true)}>Compensar</Button>}
    >
      <Suspense>
        {isNetting ? (
          <CompensationDialog day={today()} siteIds={[]} onClose={() => setIsNetting(false)} />
        ) : null}
      </Suspense>
    </ListPage>
  )
}
