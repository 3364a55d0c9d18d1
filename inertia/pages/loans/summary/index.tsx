import { Head, Link, router } from '@inertiajs/react'
import { Anchor, Button, SegmentedControl } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { isCalendarDate } from '#app/kernel/time/calendar_date'
import { Section } from '~/kit/detail/detail_page'
import { KeyFigures } from '~/kit/detail/key_figures'
import type { Option } from '~/kit/fields/choice_fields'
import { DayField } from '~/kit/fields/day_field'
import { Money, type MoneyValue } from '~/kit/money'
import { PageHead } from '~/kit/page_head'
import { type PlainColumn, PlainTable } from '~/kit/table/plain_table'
import { urlFor } from '~/urls'
import styles from '../loans.module.css'
import { DebtMatrix } from './debt_matrix'
import { NetBars } from './net_bars'
import type { Summary, SummaryCompany } from './summary_types'

const CompensationDialog = lazy(async () => ({
  default: (await import('./compensation_dialog')).CompensationDialog,
}))

type Props = { day: string; part: string; parts: Option[]; summary: Summary }

/** Who in the group owes whom on a day. */
export default function LoansSummary({ day, part, parts, summary }: Props) {
  const [isNetting, setIsNetting] = useState(false)
  const { totals, companies } = summary
  return (
    <>
      <Head title="Resumen de préstamos" />
      <PageHead
        title="Resumen de préstamos"
        subtitle="Préstamos y cuentas corrientes entre empresas del grupo, con los préstamos de bancos aparte."
        actions={
          <>
            <Button
              component="a"
              variant="default"
              href={urlFor('loansResumen', null, { day, part, export: 'xlsx' })}
              download
            >
              Exportar
            </Button>
            <Button onClick={() => setIsNetting(true)}>Compensar</Button>
          </>
        }
        menu={[
          { label: 'Préstamos', href: urlFor('loans') },
          { label: 'Compensaciones', href: urlFor('loans.compensations') },
        ]}
      />
      <SummaryFilters day={day} part={part} parts={parts} />
      <KeyFigures
        figures={[
          { label: 'Prestado en el grupo', value: <Money value={totals.lent} /> },
          {
            label: 'De bancos',
            value: <Money value={totals.banks} />,
            href: urlFor('loans', null, { banks: true }),
          },
          { label: 'Vence en 30 días', value: <Money value={totals.due30} /> },
          { label: 'Vence en 90 días', value: <Money value={totals.due90} /> },
          {
            label: 'Vencido',
            value: <Overdue value={totals.overdue} />,
            href: urlFor('loans', null, { overdue: true }),
          },
        ]}
      />
      <Section title="Quién debe a quién">
        <DebtMatrix summary={summary} day={day} />
      </Section>
      <Section title="Neto por empresa">
        <NetBars companies={companies} />
      </Section>
      <Section title="Por empresa">
        <PlainTable
          label="Por empresa"
          rows={companies}
          columns={columns}
          keyOf={({ id }) => id}
          phone="cards"
          empty="No hay préstamos en esta fecha."
        />
      </Section>
      <Suspense>
        {isNetting ? <CompensationDialog day={day} siteIds={[]} onClose={() => setIsNetting(false)} /> : null}
      </Suspense>
    </>
  )
}

type FilterProps = { day: string; part: string; parts: Option[] }

/** The day and what of the debt; both live in the address, so that a view can be sent to a colleague. */
function SummaryFilters({ day, part, parts }: FilterProps) {
  const [typed, setTyped] = useState(day)
  const show = (query: { day: string; part: string }) =>
    router.get(urlFor('loansResumen', null, query), {}, { preserveScroll: true, preserveState: true })
  return (
    <search className={`${styles.filters} no-print`}>
      <DayField
        name="day"
        label="A fecha"
        value={typed}
        onChange={(next) => {
          setTyped(next)
          if (isCalendarDate(next)) show({ day: next, part })
        }}
      />
      <SegmentedControl
        aria-label="Qué se muestra"
        size="sm"
        data={parts}
        value={part}
        onChange={(next) => show({ day, part: next })}
      />
    </search>
  )
}

function Overdue({ value }: { value: MoneyValue }) {
  return (
    <span className={value.minor > 0 ? styles.urgent : undefined}>
      <Money value={value} />
    </span>
  )
}

const columns: PlainColumn<SummaryCompany>[] = [
  {
    key: 'name',
    header: 'Empresa',
    cell: ({ id, name }) => (
      <Anchor component={Link} href={urlFor('loans', null, { site_ids: [id] })} size="sm">
        {name}
      </Anchor>
    ),
  },
  { key: 'lends', header: 'Presta', numeric: true, cell: (row) => <Money value={row.lends} /> },
  { key: 'owes', header: 'Debe', numeric: true, cell: (row) => <Money value={row.owes} /> },
  { key: 'net', header: 'Neto', numeric: true, cell: (row) => <Money value={row.net} look="signed" /> },
  { key: 'banks', header: 'Bancos', numeric: true, cell: (row) => <Money value={row.banks} /> },
  { key: 'due30', header: 'Vence en 30 días', numeric: true, cell: (row) => <Money value={row.due30} /> },
  { key: 'due90', header: 'Vence en 90 días', numeric: true, cell: (row) => <Money value={row.due90} /> },
  {
    key: 'overdue',
    header: 'Vencido',
    numeric: true,
    cell: (row) => <Overdue value={row.overdue} />,
  },
]
