import { Button, Progress } from '@mantine/core'
import { useState } from 'react'
import { countText, Quantity } from '~/kit/day'
import { KeyFigures } from '~/kit/detail/key_figures'
import { ConfirmAction, type Confirmation } from '~/kit/dialog/confirm_action'
import { StatusBadge } from '~/kit/status_badge'
import { PlainTable } from '~/kit/table/plain_table'
import { useRefresh } from '~/live/use_refresh'
import { urlFor } from '~/urls'
import styles from '../audit/audit.module.css'
import { AuditFrame } from '../audit/audit_frame'
import type { AuditRun } from './run_types'

type Props = { run: AuditRun; ruleNames: Record<string, string> }

/** How far a run is, and what it found by rule. */
export default function AuditRunShow({ run, ruleNames: names }: Props) {
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null)
  useRefresh({
    isOn: run.isUnderWay,
    only: ['run'],
    concerns: { jobs: true, object: ({ type, id }) => type === 'audit_run' && id === run.id },
  })
  const share = run.invoicesTotal === 0 ? 0 : (run.invoicesChecked / run.invoicesTotal) * 100
  const askStop = () =>
    setConfirmation({
      title: 'Detener el análisis',
      question: 'Se detendrá al terminar el bloque en curso. Lo que ya ha encontrado se queda.',
      submitLabel: 'Detener',
      isDangerous: true,
      method: 'delete',
      url: urlFor('analyze.invoice.runs.cancel', { id: run.id }),
    })
  return (
    <AuditFrame
      tab="runs"
      title="Análisis de facturas"
      actions={
        run.isUnderWay ? (
          <Button variant="default" disabled={run.isStopping} onClick={askStop}>
            {run.isStopping ? 'Deteniendo…' : 'Detener'}
          </Button>
        ) : null
      }
    >
      <div className={styles.progress} aria-live="polite">
        <div className={styles.head}>
          <StatusBadge {...run.status} />
          <span className="num">
            {countText(run.invoicesChecked)} de {countText(run.invoicesTotal)} facturas
          </span>
        </div>
        <Progress
          value={run.isUnderWay ? share : 100}
          aria-label="Avance del análisis"
          animated={run.isUnderWay}
        />
        {run.error ? <p className={styles.problem}>{run.error}</p> : null}
      </div>
      <KeyFigures
        figures={[
          { label: 'Facturas revisadas', value: countText(run.invoicesChecked) },
          { label: 'Alarmas nuevas', value: countText(run.findingsNew), href: urlFor('analyze.invoice') },
          { label: 'Cerradas solas', value: countText(run.findingsGone) },
          { label: 'Duración', value: run.seconds === null ? '–' : `${countText(run.seconds)} s` },
        ]}
      />
      <PlainTable
        label="Alarmas por regla"
        rows={Object.entries(run.totals).sort(([, a], [, b]) => b - a)}
        keyOf={([code]) => code}
        empty={
          run.isUnderWay ? 'El reparto por regla se muestra al terminar.' : 'No se ha encontrado nada nuevo.'
        }
        columns={[
          { key: 'rule', header: 'Regla', cell: ([code]) => `${code} · ${names[code] ?? ''}` },
          { key: 'n', header: 'Nuevas', numeric: true, cell: ([, count]) => <Quantity value={count} /> },
        ]}
      />
      <ConfirmAction confirmation={confirmation} onClose={() => setConfirmation(null)} />
    </AuditFrame>
  )
}
