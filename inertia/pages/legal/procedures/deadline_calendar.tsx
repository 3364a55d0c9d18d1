import { Head, Link } from '@inertiajs/react'
import { Anchor } from '@mantine/core'
import { monthText } from '#app/kernel/time/month_text'
import { Day } from '~/kit/day'
import { Section } from '~/kit/detail/detail_page'
import { EmptyState } from '~/kit/list/empty_state'
import { PageHead } from '~/kit/page_head'
import { StatusBadge } from '~/kit/status_badge'
import { type PlainColumn, PlainTable } from '~/kit/table/plain_table'
import { urlFor } from '~/urls'
import styles from '../legal.module.css'
import type { DeadlineRow } from './procedure_types'

const columns: PlainColumn<DeadlineRow>[] = [
  {
    key: 'deadline',
    header: 'Plazo',
    cell: (row) => (
      <span className={row.isUrgent ? styles.urgent : undefined}>
        <Day value={row.deadlineOn} />
      </span>
    ),
  },
  {
    key: 'procedure',
    header: 'Procedimiento',
    cell: (row) => (
      <Anchor component={Link} href={urlFor('legal_procedure.edit', { id: row.id })} size="sm">
        {row.number} · {row.title}
      </Anchor>
    ),
  },
  { key: 'phase', header: 'Fase', cell: (row) => row.phase },
  { key: 'site', header: 'Empresa', cell: (row) => row.site },
  {
    key: 'note',
    header: 'Aviso',
    cell: (row) => (row.isAugust ? <StatusBadge tone="amber" label="Agosto inhábil" /> : '–'),
  },
]

/** Terms of what is in hand, month by month, those that have passed first. */
export function DeadlineCalendar({ rows }: { rows: DeadlineRow[] }) {
  const months = [...Map.groupBy(rows, (row) => row.deadlineOn.slice(0, 7))]
  return (
    <>
      <Head title="Calendario de plazos" />
      <PageHead
        title="Calendario de plazos"
        subtitle="Fases pendientes o en curso de procedimientos abiertos"
        back={urlFor('legal_procedure')}
      />
      {months.length === 0 ? <EmptyState text="No hay plazos señalados." /> : null}
      {months.map(([month, days]) => (
        <Section key={month} title={monthText(month)}>
          <PlainTable
            label={monthText(month)}
            rows={days}
            columns={columns}
            keyOf={(row) => row.key}
            phone="cards"
          />
        </Section>
      ))}
    </>
  )
}
