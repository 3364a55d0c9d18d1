import { Link } from '@inertiajs/react'
import { startOfMonth, today } from '#app/kernel/time/calendar_date'
import { countText, Day } from '~/kit/day'
import { StatusBadge } from '~/kit/status_badge'
import { type PlainColumn, PlainTable } from '~/kit/table/plain_table'
import { urlFor, withQuery } from '~/urls'
import { Block } from './block'
import styles from './dashboard.module.css'
import type { AccountWork, Alarms, InvoiceCounts, ReconciliationWork } from './dashboard_page'

type CountRow = { label: string; count: number; href: string }

const countColumns: PlainColumn<CountRow>[] = [
  { key: 'label', header: 'Facturas', cell: (row) => row.label },
  {
    key: 'count',
    header: 'Cuántas',
    numeric: true,
    cell: (row) => <Link href={row.href}>{countText(row.count)}</Link>,
  },
]

/** Invoices on their way, those of this month and the last, and the one that waits longest. */
export function InvoicesBlock({ invoices, siteIds }: { invoices?: InvoiceCounts; siteIds: number[] }) {
  const rows = [
    ...(invoices?.states ?? []).map(({ status, label, count }) => ({
      label,
      count,
      href: urlFor('invoices', null, { status: [status], site_ids: siteIds }),
    })),
    ...(invoices?.received ?? []).map(({ label, count, from, to }) => ({
      label,
      count,
      href: urlFor('invoices', null, { received_from: from, received_to: to, site_ids: siteIds }),
    })),
  ]
  return (
    <Block title="Facturas" prop="invoices">
      <PlainTable label="Facturas por estado" rows={rows} columns={countColumns} keyOf={(row) => row.label} />
      {invoices?.oldest ? (
        <p className={styles.quiet}>
          La que más espera es{' '}
          <Link href={urlFor('invoices.show', { id: invoices.oldest.id })}>{invoices.oldest.number}</Link>,
          recibida el <Day value={invoices.oldest.receivedOn} />.
        </p>
      ) : null}
    </Block>
  )
}

const SEVERITIES: Record<string, string> = {
  blocking: 'Bloqueantes',
  high: 'Altas',
  warning: 'De aviso',
  info: 'Informativas',
}

type SeverityRow = Alarms['severities'][number]

const severityColumns = (siteIds: number[]): PlainColumn<SeverityRow>[] => [
  { key: 'severity', header: 'Alarmas', cell: (row) => SEVERITIES[row.severity] ?? row.severity },
  {
    key: 'count',
    header: 'Abiertas',
    numeric: true,
    cell: (row) => (
      <Link href={urlFor('analyze.invoice', null, { severity: [row.severity], site_ids: siteIds })}>
        {countText(row.count)}
      </Link>
    ),
  },
]

/** Invoices with open alarms and the last that hold one back. */
export function AlarmsBlock({ alarms, siteIds }: { alarms?: Alarms; siteIds: number[] }) {
  return (
    <Block title="Alarmas" prop="alarms">
      {alarms ? (
        <>
          <p className={styles.none}>
            <Link href={urlFor('invoices', null, { tab: 'alarms', site_ids: siteIds })}>
              {alarms.count === 1
                ? '1 factura con alarmas'
                : `${countText(alarms.count)} facturas con alarmas`}
            </Link>
          </p>
          {alarms.severities.length > 0 ? (
            <PlainTable
              label="Alarmas por severidad"
              rows={alarms.severities}
              columns={severityColumns(siteIds)}
              keyOf={(row) => row.severity}
            />
          ) : null}
          <ul className={styles.list}>
            {alarms.blocking.map((alarm) => (
              <li key={alarm.id}>
                <Link href={urlFor('invoices.show', { id: alarm.invoiceId })} className={styles.item}>
                  <span className={styles.name}>{alarm.number}</span>
                  <span />
                  <span className={styles.about}>{alarm.message}</span>
                </Link>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </Block>
  )
}

const workColumns: PlainColumn<AccountWork>[] = [
  {
    key: 'account',
    header: 'Cuenta',
    cell: (row) => (
      <>
        <div>{row.name}</div>
        <div className={styles.quiet}>{row.site}</div>
      </>
    ),
  },
  {
    key: 'pending',
    header: 'Por conciliar',
    numeric: true,
    cell: (row) => <Link href={urlFor('accounts.reconcile', { id: row.id })}>{countText(row.pending)}</Link>,
  },
  {
    key: 'percent',
    header: 'Conciliado este mes',
    numeric: true,
    cell: (row) =>
      row.percent === null ? '–' : <Link href={movementsOfMonth(row.id)}>{`${row.percent} %`}</Link>,
  },
]

const movementsOfMonth = (id: number) =>
  withQuery(urlFor('accounts.edit', { id }), { tab: 'movements', booked_from: startOfMonth(today()) })

/** Movements that wait on each account. */
export function ReconciliationBlock({
  work,
  siteIds,
}: {
  work?: ReconciliationWork | null
  siteIds: number[]
}) {
  const unidentified = work?.unidentified
  return (
    <Block title="Conciliación" prop="reconciliation">
      <PlainTable
        label="Movimientos por conciliar"
        rows={work?.accounts ?? []}
        columns={workColumns}
        keyOf={(row) => row.id}
        empty="No hay movimientos por conciliar."
      />
      {unidentified ? (
        <p className={styles.quiet}>
          <StatusBadge tone="amber" label="Sin identificar" />{' '}
          <Link
            href={urlFor('accounts.open-items', null, {
              view: 'items',
              code: unidentified.code,
              site_ids: siteIds,
            })}
          >
            {unidentified.count === 1
              ? '1 partida pendiente de aplicación'
              : `${countText(unidentified.count)} partidas pendientes de aplicación`}
          </Link>
          , la más antigua desde hace {countText(unidentified.days)} días.
        </p>
      ) : null}
    </Block>
  )
}
