import { Head, Link } from '@inertiajs/react'
import { Anchor, Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { Quantity } from '~/kit/day'
import { ConfirmAction, type Confirmation } from '~/kit/dialog/confirm_action'
import { EmptyState } from '~/kit/list/empty_state'
import { Money } from '~/kit/money'
import { PageHead } from '~/kit/page_head'
import { StatusBadge } from '~/kit/status_badge'
import { type PlainColumn, PlainTable } from '~/kit/table/plain_table'
import { urlFor } from '~/urls'
import styles from '../legal.module.css'
import { OrderButtons } from '../order_buttons'
import type { Phase, PhaseOptions } from './phase_types'

const CreateDialog = lazy(async () => ({ default: (await import('./create_dialog')).CreateDialog }))

type Props = { phases: Phase[]; options: PhaseOptions; isAugustOff: boolean }

/** The catalogue that procedures take their phases from, in the order in which they are offered. */
export default function PhasesIndex({ phases, options, isAugustOff }: Props) {
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null)
  const [isCreating, setIsCreating] = useState(false)
  const ids = phases.map(({ id }) => id)
  const create = <Button onClick={() => setIsCreating(true)}>Nueva fase</Button>
  return (
    <>
      <Head title="Fases" />
      <PageHead
        title="Fases"
        subtitle={`Catálogo de fases de los procedimientos legales. ${isAugustOff ? 'Agosto no cuenta' : 'Agosto cuenta'} en los plazos judiciales.`}
        actions={create}
        menu={[
          {
            label: isAugustOff ? 'Contar agosto' : 'No contar agosto',
            onSelect: () => setConfirmation(changingAugust(isAugustOff)),
          },
        ]}
      />
      {phases.length === 0 ? (
        <EmptyState text="No hay fases." action={create} />
      ) : (
        <PlainTable
          label="Fases"
          rows={phases}
          columns={columnsOf(ids)}
          keyOf={(phase) => phase.id}
          phone="cards"
        />
      )}
      <Suspense>
        {isCreating ? <CreateDialog options={options} onClose={() => setIsCreating(false)} /> : null}
      </Suspense>
      <ConfirmAction confirmation={confirmation} onClose={() => setConfirmation(null)} />
    </>
  )
}

const changingAugust = (isOff: boolean): Confirmation => ({
  title: isOff ? 'Contar agosto' : 'Agosto inhábil',
  question: isOff
    ? 'Los días de agosto contarán al planificar las fases de los procedimientos judiciales nuevos, en todo el grupo.'
    : 'Los días de agosto no contarán al planificar las fases de los procedimientos judiciales nuevos, en todo el grupo. Los plazos legales los sigue escribiendo quien los lleva.',
  submitLabel: isOff ? 'Contar agosto' : 'No contar agosto',
  method: 'put',
  url: urlFor('phases.august.update'),
  values: { isAugustOff: !isOff },
})

const columnsOf = (ids: number[]): PlainColumn<Phase>[] => [
  {
    key: 'name',
    header: 'Nombre',
    cell: (phase) => (
      <span className={styles.named}>
        <span className={styles.dot} data-colour={phase.colour} aria-hidden="true" />
        <Anchor component={Link} href={urlFor('phases.edit', { id: phase.id })} size="sm">
          {phase.name}
        </Anchor>
      </span>
    ),
  },
  { key: 'kinds', header: 'Tipos', cell: (phase) => phase.kindsText },
  {
    key: 'order',
    header: 'Orden',
    cell: (phase) => <OrderButtons ids={ids} id={phase.id} name={phase.name} url={urlFor('phases.order')} />,
  },
  {
    key: 'days',
    header: 'Días',
    numeric: true,
    cell: (phase) => (phase.defaultDays === null ? '–' : <Quantity value={phase.defaultDays} />),
  },
  {
    key: 'amount',
    header: 'Coste previsto',
    numeric: true,
    cell: (phase) => (phase.defaultAmount ? <Money value={phase.defaultAmount} /> : '–'),
  },
  { key: 'requires', header: 'Requisitos', cell: (phase) => phase.requiresText },
  { key: 'uses', header: 'En uso', numeric: true, cell: (phase) => <Quantity value={phase.uses} /> },
  {
    key: 'active',
    header: 'Activa',
    cell: (phase) => (
      <StatusBadge tone={phase.active ? 'green' : 'grey'} label={phase.active ? 'Activa' : 'Inactiva'} />
    ),
  },
]
