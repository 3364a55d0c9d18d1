import { Link } from '@inertiajs/react'
import { Day } from '~/kit/day'
import { Money } from '~/kit/money'
import { type PlainColumn, PlainTable } from '~/kit/table/plain_table'
import { urlFor } from '~/urls'
import { LineChart } from '../line_chart'
import { Block } from './block'
import styles from './dashboard.module.css'
import type { Treasury } from './dashboard_page'

type Company = Treasury['companies'][number]
type CashDay = Treasury['days'][number]

/** Balance less what is held is what is available: one page tells the three. */
const heldOf = ({ siteId, currency }: Company) =>
  urlFor('resumen.holds', null, { site_ids: [siteId], currency })

const companyColumns: PlainColumn<Company>[] = [
  {
    key: 'site',
    header: 'Empresa',
    cell: (row) => <Link href={urlFor('accounts', null, { site_ids: [row.siteId] })}>{row.site}</Link>,
  },
  {
    key: 'balance',
    header: 'Saldo',
    numeric: true,
    cell: (row) => (
      <Link href={urlFor('accounts', null, { site_ids: [row.siteId] })}>
        <Money value={{ minor: row.balance, currency: row.currency }} isAlarming />
      </Link>
    ),
  },
  {
    key: 'held',
    header: 'Retenido',
    numeric: true,
    cell: (row) => (
      <Link href={heldOf(row)}>
        <Money value={{ minor: row.held, currency: row.currency }} />
      </Link>
    ),
  },
  {
    key: 'available',
    header: 'Disponible',
    numeric: true,
    cell: (row) => (
      <Link href={heldOf(row)}>
        <Money value={{ minor: row.available, currency: row.currency }} isAlarming />
      </Link>
    ),
  },
]

/** What there is by company and currency, and the balance in the books of the last thirty days. */
export function TreasuryBlock({ treasury, siteIds }: { treasury?: Treasury; siteIds: number[] }) {
  return (
    <Block
      title="Tesorería"
      prop="treasury"
      actions={
        <span className={styles.links}>
          <Link href={urlFor('resumen', null, { site_ids: siteIds })}>Ver resumen</Link>
        </span>
      }
    >
      {treasury ? (
        <>
          <LineChart
            label="Saldo contable de las cuentas en los últimos 30 días"
            currency="EUR"
            points={treasury.days.map(({ on, balance }) => ({ label: dayText(on), minor: balance }))}
          >
            <PlainTable
              label="Saldo contable por día"
              rows={treasury.days.toReversed()}
              columns={dayColumns(siteIds)}
              keyOf={(row) => row.on}
            />
          </LineChart>
          <div className={styles.under}>
            <PlainTable
              label="Saldo por empresa y divisa"
              phone="cards"
              rows={treasury.companies}
              columns={companyColumns}
              keyOf={(row) => `${row.siteId} ${row.currency}`}
              empty="No hay cuentas."
            />
          </div>
        </>
      ) : null}
    </Block>
  )
}

const dayText = (on: string) => `${on.slice(8)}/${on.slice(5, 7)}`

const dayColumns = (siteIds: number[]): PlainColumn<CashDay>[] => [
  { key: 'on', header: 'Día', cell: (row) => <Day value={row.on} /> },
  {
    key: 'movement',
    header: 'Movimiento',
    numeric: true,
    cell: (row) => (
      <Link href={linesOf(row.on, siteIds, row.on)}>
        <Money value={{ minor: row.movement, currency: 'EUR' }} look="signed" />
      </Link>
    ),
  },
  {
    key: 'balance',
    header: 'Saldo',
    numeric: true,
    cell: (row) => (
      <Link href={linesOf(row.on, siteIds)}>
        <Money value={{ minor: row.balance, currency: 'EUR' }} isAlarming />
      </Link>
    ),
  },
]

function linesOf(until: string, siteIds: number[], since?: string): string {
  const month = until.slice(0, 7)
  return urlFor('resumen.lines', null, {
    measure: 'closing',
    from: month,
    to: month,
    posted_from: since,
    posted_to: until,
    site_ids: siteIds,
  })
}
