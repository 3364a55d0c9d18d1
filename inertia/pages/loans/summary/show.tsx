import { Head, router } from '@inertiajs/react'
import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { isCalendarDate } from '#app/kernel/time/calendar_date'
import { monthText } from '#app/kernel/time/month_text'
import { Section } from '~/kit/detail/detail_page'
import { KeyFigures } from '~/kit/detail/key_figures'
import { DayField } from '~/kit/fields/day_field'
import { Money } from '~/kit/money'
import { PageHead } from '~/kit/page_head'
import { PlainTable } from '~/kit/table/plain_table'
import { urlFor } from '~/urls'
import { LineChart } from '../../reports/line_chart'
import styles from '../loans.module.css'
import { interestColumns, loanColumns, movementColumns, type PairProps } from './pair_tables'
import type { Taking } from './take_dialog'

const CompensationDialog = lazy(async () => ({
  default: (await import('./compensation_dialog')).CompensationDialog,
}))

const TakeDialog = lazy(async () => ({ default: (await import('./take_dialog')).TakeDialog }))

type Props = { day: string; pair: PairProps; taking: Taking | null }

/** What two companies owe each other, and how it came about. */
export default function LoansOfPair({ day, pair, taking }: Props) {
  const [isTaking, setIsTaking] = useState(false)
  const [isNetting, setIsNetting] = useState(false)
  const { lender, borrower } = pair
  const title = `${lender.name} y ${borrower.name}`
  return (
    <>
      <Head title={title} />
      <PageHead
        title={title}
        subtitle="En positivo, lo que la primera tiene por cobrar de la segunda."
        back={urlFor('loansResumen', null, { day })}
        actions={<Button onClick={() => setIsNetting(true)}>Compensar</Button>}
        menu={[
          ...(taking ? [{ label: 'Registrar como préstamo', onSelect: () => setIsTaking(true) }] : []),
          {
            label: 'Ver desde la otra empresa',
            href: urlFor('loansResumen.detail', { lender: borrower.id, borrower: lender.id }, { day }),
          },
        ]}
      />
      <DayChoice day={day} pair={pair} />
      <KeyFigures
        figures={[
          { label: 'Neto', value: <Money value={pair.net} look="signed" /> },
          { label: 'Cuenta corriente (5523)', value: <Money value={pair.current} look="signed" /> },
          { label: 'Según los libros', value: <Money value={pair.booked} look="signed" /> },
        ]}
      />
      <Section title="Préstamos">
        <PlainTable
          label="Préstamos"
          rows={pair.loans}
          columns={loanColumns(pair)}
          keyOf={({ id }) => id}
          phone="cards"
          empty="No hay préstamos entre estas empresas."
        />
      </Section>
      {pair.balances.some(({ minor }) => minor !== 0) ? (
        <Section title="Saldo">
          <LineChart
            label={`Capital por cobrar por ${lender.name} al final de cada mes`}
            points={pair.balances.map(({ label, minor }) => ({ label: monthText(label), minor }))}
            currency="EUR"
          />
        </Section>
      ) : null}
      <Section title="Intereses por mes">
        <PlainTable
          label="Intereses por mes"
          rows={pair.interest}
          columns={interestColumns}
          keyOf={({ period }) => period}
          phone="cards"
          empty="No hay intereses devengados en los últimos doce meses."
        />
      </Section>
      <Section title="Movimientos">
        <PlainTable
          label="Movimientos"
          rows={pair.movements}
          columns={movementColumns}
          keyOf={({ id }) => id}
          phone="cards"
          empty="Todavía no hay movimientos."
        />
      </Section>
      <Suspense>
        {isNetting ? (
          <CompensationDialog
            day={day}
            siteIds={[lender.id, borrower.id]}
            onClose={() => setIsNetting(false)}
          />
        ) : null}
        {isTaking && taking ? (
          <TakeDialog
            taking={taking}
            pair={{ lender: lender.id, borrower: borrower.id }}
            onClose={() => setIsTaking(false)}
          />
        ) : null}
      </Suspense>
    </>
  )
}

function DayChoice({ day, pair }: Pick<Props, 'day' | 'pair'>) {
  const [typed, setTyped] = useState(day)
  const { lender, borrower } = pair
  return (
    <search className={`${styles.filters} no-print`}>
      <DayField
        name="day"
        label="A fecha"
        value={typed}
        onChange={(next) => {
          setTyped(next)
          if (!isCalendarDate(next)) return
          router.get(
            urlFor('loansResumen.detail', { lender: lender.id, borrower: borrower.id }, { day: next }),
            {},
            { preserveScroll: true, preserveState: true }
          )
        }}
      />
    </search>
  )
}
