import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { Day } from '~/kit/day'
import type { Option } from '~/kit/fields/choice_fields'
import type { Cells } from '~/kit/list/declared_columns'
import { ListPage } from '~/kit/list/list_page'
import type { Filter, ListOf } from '~/kit/list/list_types'
import { StatusBadge } from '~/kit/status_badge'
import { useShared } from '~/shared_props'
import { urlFor } from '~/urls'
import styles from '../loans.module.css'
import type { LoanRow } from './loan_types'

const CreateDialog = lazy(async () => ({ default: (await import('./create_dialog')).CreateDialog }))

type Props = { loans: ListOf<LoanRow>; kinds: Option[]; states: Option[] }

const cells: Cells<LoanRow> = {
  nextDueOn: (row) =>
    row.isOverdue ? (
      <span className={styles.urgent}>
        <Day value={row.nextDueOn} />
      </span>
    ) : (
      <Day value={row.nextDueOn} />
    ),
  status: (row) =>
    row.isDefaulted ? <StatusBadge tone="red" label="Impago" /> : <StatusBadge {...row.status} />,
}

export default function LoansIndex({ loans, kinds, states }: Props) {
  const { sites } = useShared()
  const [isCreating, setIsCreating] = useState(false)
  const companies = sites.map((site) => ({ value: String(site.id), label: site.name }))
  const filters: Filter[] = [
    { name: 'site_ids', label: 'Empresa', kind: 'sites' },
    { name: 'lender_ids', label: 'Prestamista', kind: 'multi', options: companies },
    { name: 'borrower_ids', label: 'Prestatario', kind: 'multi', options: companies },
    { name: 'kind', label: 'Tipo', kind: 'multi', options: kinds },
    { name: 'status', label: 'Estado', kind: 'multi', options: states },
    { name: 'maturity', label: 'Vencimiento', kind: 'days' },
    { name: 'overdue', label: 'Con cuotas vencidas', kind: 'check' },
    { name: 'defaulted', label: 'En impago', kind: 'check' },
    { name: 'banks', label: 'De bancos', kind: 'check' },
  ]
  const create = <Button onClick={() => setIsCreating(true)}>Nuevo préstamo</Button>
  return (
    <ListPage
      title="Préstamos"
      list={loans}
      cells={cells}
      storageKey="loans"
      filters={filters}
      searchLabel="Buscar por número, prestamista o prestatario"
      rowHref={(row) => urlFor('loans.edit', { id: row.id })}
      nouns={{ one: 'préstamo', many: 'préstamos' }}
      empty={{ text: 'No hay préstamos.', action: create }}
      isExportable
      menu={[
        { label: 'Resumen', href: urlFor('loansResumen') },
        { label: 'Pagos de préstamos', href: urlFor('loans.payments') },
        { label: 'Compensaciones', href: urlFor('loans.compensations') },
      ]}
      actions={create}
    >
      <Suspense>
        {isCreating ? <CreateDialog kinds={kinds} onClose={() => setIsCreating(false)} /> : null}
      </Suspense>
    </ListPage>
  )
}
