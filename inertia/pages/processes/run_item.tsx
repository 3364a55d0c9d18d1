import { Link } from '@inertiajs/react'
import { Button } from '@mantine/core'
import { Instant } from '~/kit/day'
import { StatusBadge } from '~/kit/status_badge'
import { durationText } from './duration_text'
import type { Run } from './process_types'
import styles from './processes.module.css'

const names: [string, string][] = [
  ['read', 'leídos'],
  ['created', 'creados'],
  ['updated', 'actualizados'],
  ['skipped', 'omitidos'],
  ['errors', 'con error'],
]

type Props = { run: Run; processTitle: string; onRetry?: () => void; onCancel?: () => void }

/** One run: how it ended, what it went through, what it says, and what can be done about it. */
export function RunItem({ run, processTitle, onRetry, onCancel }: Props) {
  const counted = names.flatMap(([key, name]) => (run.counters[key] ? [`${run.counters[key]} ${name}`] : []))
  const facts = [
    run.trigger,
    run.who,
    run.durationMs === null ? null : durationText(run.durationMs),
    run.attempt > 1 ? `${run.attempt} intentos` : null,
  ].filter(Boolean)
  return (
    <li className={styles.run}>
      <div className={styles.runHead}>
        <StatusBadge {...run.status} />
        <Instant value={run.startedAt ?? run.queuedAt} />
        <span className={styles.quiet}>{facts.join(' · ')}</span>
        <span className={styles.runActs}>
          {run.href ? <Link href={run.href}>Ver</Link> : null}
          {onRetry && run.canRetry ? (
            <Button size="compact-sm" variant="default" onClick={onRetry}>
              Reintentar
            </Button>
          ) : null}
          {onCancel && run.canCancel ? (
            <Button size="compact-sm" variant="default" onClick={onCancel}>
              Cancelar
            </Button>
          ) : null}
        </span>
      </div>
      {run.title === processTitle ? null : <p className={styles.sentence}>{run.title}</p>}
      {run.message ? <p className={styles.sentence}>{run.message}</p> : null}
      {run.isOpen && run.total ? (
        <p className={styles.quiet}>
          {run.done} de {run.total}
        </p>
      ) : null}
      {counted.length > 0 ? <p className={styles.quiet}>{counted.join(' · ')}</p> : null}
      {run.error ? (
        <details className={styles.quiet}>
          <summary>Detalle técnico</summary>
          <code className={styles.error}>{run.error}</code>
        </details>
      ) : null}
    </li>
  )
}
