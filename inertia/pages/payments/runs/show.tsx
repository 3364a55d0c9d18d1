import { Link } from '@inertiajs/react'
import { Day } from '~/kit/day'
import { type EventName, timelineOf } from '~/kit/detail/audit_timeline'
import { DetailPage, Facts, Section } from '~/kit/detail/detail_page'
import { Timeline } from '~/kit/detail/timeline'
import { Money, moneyText } from '~/kit/money'
import { StatusBadge } from '~/kit/status_badge'
import { type PlainColumn, PlainTable } from '~/kit/table/plain_table'
import { urlFor, withQuery } from '~/urls'
import { Notices } from '../notices'
import styles from '../orders/orders.module.css'
import { RunDecisions } from './run_decisions'
import type { RunLine, RunPage } from './run_page'
import { RunStep } from './run_step'

const events: Record<string, EventName> = {
  'payment_run.created': { title: 'Pasada a la bolsa', tone: 'blue' },
  'payment_run.approval_given': { title: 'Aprobación registrada' },
  'approval.override': { title: 'Aprobada de emergencia', tone: 'amber' },
  'payment_run.approved': { title: 'Aprobada', tone: 'green' },
  'payment_run.rejected': { title: 'Rechazada', tone: 'red' },
}

const fields = { approvals: 'Aprobaciones', fingerprint: 'Huella de lo aprobado' }

const columns: PlainColumn<RunLine>[] = [
  {
    key: 'number',
    header: 'Nº',
    cell: (line) => (
      <Link href={urlFor('payment_orders.show', { id: line.id })} className="num">
        {line.number}
      </Link>
    ),
  },
  { key: 'creditor', header: 'Empleado', cell: (line) => line.creditor },
  { key: 'concept', header: 'Concepto', cell: (line) => line.concept },
  { key: 'iban', header: 'IBAN destino', cell: (line) => <span className="num">{line.iban}</span> },
  { key: 'amount', header: 'Importe', numeric: true, cell: (line) => <Money value={line.amount} /> },
  { key: 'status', header: 'Estado', cell: (line) => <StatusBadge {...line.status} /> },
]

/** A run of salaries: what is in it, who approves it and what comes next. */
export default function PayrollRunShow(page: RunPage) {
  const { run, lines } = page
  return (
    <DetailPage
      title={`Relación ${run.number}`}
      subtitle={`${run.site} · ${run.concept} · ${moneyText(run.total)}`}
      status={<StatusBadge {...run.status} />}
      back={withQuery(urlFor('paypayrolls'), { tab: 'buffer' })}
      rail={
        <>
          <RunStep run={run} />
          <RunDecisions page={page} />
          <Section title="Historial">
            <Timeline events={timelineOf(page.events, events, fields)} />
          </Section>
        </>
      }
    >
      <Facts
        facts={[
          { label: 'Empresa', value: run.site },
          { label: 'Cuenta de cargo', value: run.account },
          { label: 'Disponible', value: <Money value={run.available} /> },
          { label: 'Fecha de ejecución', value: <Day value={run.executionDate} /> },
          { label: 'Pagos', value: run.employees },
          { label: 'Total', value: <Money value={run.total} /> },
          { label: 'Preparada por', value: run.createdBy ?? '–' },
          { label: 'Avisos', value: <Notices texts={run.reinforced} /> },
        ]}
      />
      <div className={styles.part}>
        <Section title="Pagos">
          <PlainTable
            label={`Pagos de la relación ${run.number}`}
            rows={lines}
            columns={columns}
            keyOf={(line) => line.id}
            totals={{ number: 'Total', amount: <Money value={run.total} /> }}
            empty="No queda ningún pago en la relación."
          />
        </Section>
      </div>
    </DetailPage>
  )
}
