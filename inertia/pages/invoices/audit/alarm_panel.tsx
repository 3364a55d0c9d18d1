import { Link } from '@inertiajs/react'
import { Button, Drawer, Loader } from '@mantine/core'
import { Instant } from '~/kit/day'
import { useAnswer } from '~/kit/form/use_answer'
import { LoadFailure } from '~/kit/load_failure'
import { StatusBadge } from '~/kit/status_badge'
import { PlainTable } from '~/kit/table/plain_table'
import { urlFor } from '~/urls'
import { severityOf } from '../invoices/alarms/severity'
import type { AlarmDetail } from './alarm_types'
import styles from './audit.module.css'
import { Compare } from './compare'
import type { Outcome } from './judge_dialog'

type Props = { alarmId: number; onClose: () => void; onJudge: (outcome: Outcome) => void }

/** An alarm in full beside the list: why, what was compared, and for copies both documents side by side. */
export function AlarmPanel({ alarmId, onClose, onJudge }: Props) {
  const { answer, ...loading } = useAnswer<{ data: AlarmDetail }>({
    url: urlFor('analyze.invoice.alarms.show', { id: alarmId }),
  })
  const alarm = answer?.data
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="min(1180px, 100%)"
      title={alarm ? `${alarm.rule.code} · ${alarm.rule.name}` : 'Alarma'}
    >
      {loading.hasFailed ? (
        <LoadFailure text="No se ha podido cargar la alarma." {...loading} />
      ) : alarm ? (
        <Content alarm={alarm} onJudge={onJudge} />
      ) : (
        <Loader aria-label="Cargando" />
      )}
    </Drawer>
  )
}

function Content({ alarm, onJudge }: { alarm: AlarmDetail; onJudge: (outcome: Outcome) => void }) {
  const isOpen = alarm.status.label === 'Abierta'
  return (
    <div className={styles.panel}>
      <div className={styles.head}>
        <StatusBadge {...severityOf(alarm.severity)} />
        <StatusBadge {...alarm.status} />
        <span className={styles.quiet}>
          {alarm.rule.family}
          {alarm.score === null ? '' : ` · ${alarm.score} puntos`}
          {alarm.assignee ? ` · ${alarm.assignee}` : ''} · <Instant value={alarm.createdAt} />
        </span>
      </div>
      <p className={styles.sentence}>{alarm.message}</p>
      {alarm.reason ? (
        <p className={styles.sentence}>
          Motivo: {alarm.reason} ({alarm.resolvedBy}, <Instant value={alarm.resolvedAt} />)
        </p>
      ) : null}
      {isOpen ? (
        <div className={styles.head}>
          <Button onClick={() => onJudge('resolved')}>Resolver</Button>
          <Button variant="default" onClick={() => onJudge('false_positive')}>
            Falsa alarma
          </Button>
          {alarm.severity === 'blocking' ? null : (
            <Button variant="default" onClick={() => onJudge('snoozed')}>
              Posponer
            </Button>
          )}
          {alarm.invoice ? (
            <Link href={urlFor('invoices.show', { id: alarm.invoice.id })}>Abrir la factura</Link>
          ) : null}
        </div>
      ) : null}
      <section aria-label="Evidencia">
        <h3>Qué se comparó</h3>
        <PlainTable
          label="Valores comparados"
          rows={alarm.values}
          keyOf={(one) => one.label}
          columns={[
            { key: 'label', header: 'Dato', cell: (one) => one.label },
            { key: 'value', header: 'Valor', numeric: true, cell: (one) => one.value },
          ]}
          empty="La regla no compara cifras."
        />
        <p className={styles.quiet}>
          {alarm.rule.explains}
          {alarm.formula ? ` Fórmula: ${alarm.formula}.` : ''}
          {alarm.threshold ? ` Umbral: ${alarm.threshold}.` : ''} Versión {alarm.ruleVersion} de la regla.
        </p>
      </section>
      {alarm.invoice ? <Compare invoice={alarm.invoice} others={alarm.others} /> : null}
      {alarm.hiddenOthers > 0 ? (
        <p className={styles.quiet}>
          {alarm.hiddenOthers === 1
            ? 'Una factura relacionada es'
            : `${alarm.hiddenOthers} facturas relacionadas son`}{' '}
          de una empresa a la que no tiene acceso.
        </p>
      ) : null}
    </div>
  )
}
