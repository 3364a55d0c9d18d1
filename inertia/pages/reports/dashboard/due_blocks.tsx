import { Link } from '@inertiajs/react'
import { countText } from '~/kit/day'
import { Money } from '~/kit/money'
import { type PlainColumn, PlainTable } from '~/kit/table/plain_table'
import { urlFor } from '~/urls'
import { BarChart } from '../bar_chart'
import { LineChart } from '../line_chart'
import { Block } from './block'
import styles from './dashboard.module.css'
import type { DueSpan, ForecastWeek } from './dashboard_page'

const euro = (minor: number) => ({ minor, currency: 'EUR' })

/** Where the invoices of a stretch of days are listed, with their sum. */
function dueHref({ from, to }: DueSpan, siteIds: number[]): string {
  return urlFor('resumen.due', null, {
    due_from: from,
    due_to: to,
    due: from === null && to === null ? 'none' : null,
    books: 'EUR',
    site_ids: siteIds,
  })
}

const dueCell = (siteIds: number[]) => (span: DueSpan) => (
  <Link href={dueHref(span, siteIds)}>
    <Money value={euro(span.minor)} />
  </Link>
)

/** Cash of the next thirteen weeks after what is known to fall due. */
export function ForecastBlock({ weeks, siteIds }: { weeks?: ForecastWeek[] | null; siteIds: number[] }) {
  const plannedColumn = (
    key: string,
    header: string,
    minorOf: (week: ForecastWeek) => number
  ): PlainColumn<ForecastWeek> => ({
    key,
    header,
    numeric: true,
    cell: (week) => (
      <Link href={urlFor('resumen.forecast', null, { from: week.from, until: week.to, site_ids: siteIds })}>
        <Money value={euro(minorOf(week))} />
      </Link>
    ),
  })
  const columns: PlainColumn<ForecastWeek>[] = [
    { key: 'week', header: 'Semana del', cell: (week) => dayText(week.label) },
    { key: 'minor', header: 'Facturas', numeric: true, cell: dueCell(siteIds) },
    plannedColumn('payroll', 'Nóminas', ({ payrollMinor }) => payrollMinor),
    plannedColumn('other', 'Otros', ({ recurrentMinor, otherMinor }) => recurrentMinor + otherMinor),
    {
      key: 'balance',
      header: 'Saldo previsto',
      numeric: true,
      cell: ({ to, balance }) => (
        <Link href={urlFor('resumen.forecast', null, { until: to, site_ids: siteIds })}>
          <Money value={euro(balance)} isAlarming />
        </Link>
      ),
    },
  ]
  return (
    <Block title="Previsión a 13 semanas" prop="forecast">
      {weeks ? (
        <>
          <LineChart
            label="Saldo previsto al final de cada una de las próximas 13 semanas"
            currency="EUR"
            points={weeks.map(({ label, balance }) => ({ label: dayText(label), minor: balance }))}
          >
            <PlainTable
              label="Previsión por semana"
              rows={weeks}
              columns={columns}
              keyOf={(week) => week.label}
            />
          </LineChart>
          <p className={styles.quiet}>
            Saldo en euros al cambio de hoy menos las facturas por vencer (en otra divisa, al cambio de su
            asiento), las nóminas y otros pagos (recurrentes, notas de gastos, costes jurídicos y
            provisiones); lo vencido cuenta en la primera semana. No prevé cobros ni impuestos.
          </p>
        </>
      ) : null}
    </Block>
  )
}

/** What is owed by how long it has been due. */
export function AgeingBlock({ spans, siteIds }: { spans?: DueSpan[]; siteIds: number[] }) {
  const columns: PlainColumn<DueSpan>[] = [
    { key: 'label', header: 'Vencido hace', cell: (span) => span.label },
    {
      key: 'count',
      header: 'Facturas',
      numeric: true,
      cell: (span) => <Link href={dueHref(span, siteIds)}>{countText(span.count)}</Link>,
    },
    { key: 'minor', header: 'Pendiente', numeric: true, cell: dueCell(siteIds) },
  ]
  const total = spans?.reduce((sum, { minor }) => sum + minor, 0) ?? 0
  return (
    <Block title="Antigüedad de lo pendiente" prop="ageing">
      {spans ? (
        <BarChart
          label="Pendiente de pago en euros según los días que lleva vencido"
          currency="EUR"
          points={spans.map(({ label, minor }) => ({ label, minor }))}
        >
          <PlainTable
            label="Pendiente por antigüedad"
            rows={spans}
            columns={columns}
            keyOf={(span) => span.label}
            totals={{
              label: 'Total',
              minor: (
                <Link href={urlFor('resumen.due', null, { books: 'EUR', site_ids: siteIds })}>
                  <Money value={euro(total)} />
                </Link>
              ),
            }}
          />
        </BarChart>
      ) : null}
    </Block>
  )
}

const dayText = (day: string) => `${day.slice(8)}/${day.slice(5, 7)}`
