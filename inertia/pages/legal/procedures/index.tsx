import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { countText, Day } from '~/kit/day'
import type { Option } from '~/kit/fields/choice_fields'
import { ListPage } from '~/kit/list_page'
import type { Column, Filter, ListOf } from '~/kit/list_types'
import { Money, type MoneyValue, moneyText } from '~/kit/money'
import { StatusBadge } from '~/kit/status_badge'
import { useLast } from '~/kit/use_last'
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

const columns: Column<ProcedureRow>[] = [
  { key: 'number', header: 'Nº', sortable: true, cell: (row) => <span className="num">{row.number}</span> },
  { key: 'site', header: 'Empresa', cell: (row) => row.site },
  {
    key: 'title',
    header: 'Título',
    width: 220,
    sortable: true,
    cell: (row) => (row.is_confidential ? `${row.title} · Reservado` : row.title),
  },
  { key: 'kind', header: 'Tipo', card: 'hidden', cell: (row) => row.kind },
  { key: 'court', header: 'Juzgado/Autos', width: 190, card: 'hidden', cell: (row) => row.court || '–' },
  { key: 'phase', header: 'Fase actual', cell: (row) => row.phase || '–' },
  {
    key: 'next_deadline',
    header: 'Próximo plazo',
    sortable: true,
    cell: (row) =>
      row.is_urgent ? (
        <span className={styles.urgent}>
          <Day value={row.next_deadline} />
        </span>
      ) : (
        <Day value={row.next_deadline} />
      ),
  },
  {
    key: 'planned',
    header: 'Previsto',
    numeric: true,
    card: 'hidden',
    cell: (row) => <Money value={row.planned} />,
  },
  { key: 'paid', header: 'Pagado', numeric: true, card: 'hidden', cell: (row) => <Money value={row.paid} /> },
  {
    key: 'pending',
    header: 'Pendiente',
    numeric: true,
    card: 'figure',
    cell: (row) => <Money value={row.pending} />,
  },
  { key: 'status', header: 'Estado', cell: (row) => <StatusBadge {...row.status} /> },
]

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
      columns={columns}
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
