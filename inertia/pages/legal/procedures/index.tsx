import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { countText, Day } from '~/kit/day'
import type { Option } from '~/kit/fields/choice_fields'
import type { Cells } from '~/kit/list/declared_columns'
import { ListPage } from '~/kit/list/list_page'
import type { Filter, ListOf } from '~/kit/list/list_types'
import { useLast } from '~/kit/list/use_last'
import { type MoneyValue, moneyText } from '~/kit/money'
import { urlFor } from '~/urls'
import styles from '../legal.module.css'
import { DeadlineCalendar } from './deadline_calendar'
import type { DeadlineRow, ProcedureRow } from './procedure_types'

const CreateDialog = lazy(async () => ({ default: (await import('./create_dialog')).CreateDialog }))

type Figures = { open: number; urgent: number; owed: MoneyValue; provided: MoneyValue }

type Props = {
  procedures: ListOf<ProcedureRow> | null
  calendar: DeadlineRow[] | null
  /** The figures come after the page. */
  figures?: Figures
  templates: Record<string, Option[]>
  kinds: Option[]
  roles: Option[]
  states: Option[]
}

const cells: Cells<ProcedureRow> = {
  title: (row) => (row.isConfidential ? `${row.title} · Reservado` : row.title),
  nextDeadline: (row) =>
    row.isUrgent ? (
      <span className={styles.urgent}>
        <Day value={row.nextDeadline} />
      </span>
    ) : (
      <Day value={row.nextDeadline} />
    ),
}

export default function ProceduresIndex({
  procedures,
  calendar,
  figures,
  templates,
  kinds,
  roles,
  states,
}: Props) {
  const [isCreating, setIsCreating] = useState(false)
  const shownFigures = useLast(figures)
  if (calendar) return <DeadlineCalendar rows={calendar} />
  if (!procedures) return null
  const filters: Filter[] = [
    { name: 'site_ids', label: 'Empresa', kind: 'sites' },
    { name: 'kind', label: 'Tipo', kind: 'multi', options: kinds },
    { name: 'status', label: 'Estado', kind: 'multi', options: states },
    { name: 'urgent', label: 'Con plazo en 15 días', kind: 'check' },
    { name: 'owed', label: 'Con costes por pagar', kind: 'check' },
  ]
  const create = <Button onClick={() => setIsCreating(true)}>Nuevo procedimiento</Button>
  return (
    <ListPage
      title="Procedimientos"
      list={procedures}
      cells={cells}
      storageKey="legal_procedures"
      filters={filters}
      searchLabel="Buscar por número, título, autos, contraparte o abogado"
      figures={figuresOf(shownFigures)}
      rowHref={(row) => urlFor('legal_procedure.edit', { id: row.id })}
      nouns={{ one: 'procedimiento', many: 'procedimientos' }}
      empty={{ text: 'No hay procedimientos.', action: create }}
      isExportable
      menu={[
        { label: 'Calendario de plazos', href: urlFor('legal_procedure', null, { view: 'calendar' }) },
        { label: 'Fases', href: urlFor('phases') },
      ]}
      actions={create}
    >
      <Suspense>
        {isCreating ? (
          <CreateDialog
            templates={templates}
            kinds={kinds}
            roles={roles}
            onClose={() => setIsCreating(false)}
          />
        ) : null}
      </Suspense>
    </ListPage>
  )
}

function figuresOf(figures: Figures | undefined) {
  const count = (name: 'open' | 'urgent') => (figures ? countText(figures[name]) : '–')
  const money = (name: 'owed' | 'provided') => (figures ? moneyText(figures[name]) : '–')
  return [
    { label: 'En curso', value: count('open'), href: '/legal_procedure?status[]=open&status[]=suspended' },
    { label: 'Plazos en 15 días', value: count('urgent'), href: '/legal_procedure?urgent=1' },
    { label: 'Por pagar', value: money('owed'), href: urlFor('paylegalprocedures') },
    { label: 'Provisionado', value: money('provided') },
  ]
}
