import { Drawer, Loader } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { Day, Instant } from '~/kit/day'
import { ConfirmAction, type Confirmation } from '~/kit/dialog/confirm_action'
import { useAnswer } from '~/kit/form/use_answer'
import { LoadFailure } from '~/kit/load_failure'
import { StatusBadge } from '~/kit/status_badge'
import { urlFor } from '~/urls'
import { DurationChart } from './duration_chart'
import type { Process, ProcessDetail, Run } from './process_types'
import { processUrls } from './process_urls'
import styles from './processes.module.css'
import { RunItem } from './run_item'

type Props = { process: Process; canHandle: boolean; onClose: () => void }

/** A process with its last runs, beside the list; asked for again whenever the process moves on. */
export function RunsDrawer({ process, canHandle, onClose }: Props) {
  const { answer, askAgain, ...loading } = useAnswer<{ data: ProcessDetail }>({
    url: urlFor('automatic-processes.runs', { key: process.id }),
  })
  const moved = `${process.isOpen} ${process.lastAt} ${process.lastLookedAt} ${process.failures}`
  const before = useRef(moved)
  useEffect(() => {
    if (before.current === moved) return
    before.current = moved
    askAgain()
  })
  return (
    <Drawer opened onClose={onClose} position="right" size="min(640px, 100%)" title={process.title}>
      <About process={process} />
      {loading.hasFailed ? (
        <LoadFailure text="No se han podido cargar las ejecuciones." askAgain={askAgain} {...loading} />
      ) : answer ? (
        <Runs process={process} runs={answer.data.runs} canHandle={canHandle} onDone={askAgain} />
      ) : (
        <Loader aria-label="Cargando" />
      )}
    </Drawer>
  )
}

function About({ process }: { process: Process }) {
  return (
    <div className={styles.about}>
      <p className={styles.sentence}>{process.changes}</p>
      <div className={styles.runHead}>
        <StatusBadge {...process.state} />
        <span className={styles.quiet}>
          {process.group} · {process.schedule}
          {process.isCritical ? ' · Crítico' : ''}
        </span>
      </div>
      {process.nextAt ? (
        <p className={styles.quiet}>
          Próxima ejecución: <Instant value={process.nextAt} />
        </p>
      ) : null}
      {process.lastLookedAt ? (
        <p className={styles.quiet}>
          Última comprobación sin novedades: <Instant value={process.lastLookedAt} />
        </p>
      ) : null}
      {process.pause ? (
        <p className={styles.pause}>
          En pausa desde <Instant value={process.pause.since} />
          {process.pause.who ? `, por ${process.pause.who}` : ''}
          {process.pause.until ? (
            <>
              , hasta el <Day value={process.pause.until} />
            </>
          ) : null}
          : {process.pause.reason}
        </p>
      ) : null}
    </div>
  )
}

type RunsProps = { process: Process; runs: Run[]; canHandle: boolean; onDone: () => void }

function Runs({ process, runs, canHandle, onDone }: RunsProps) {
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null)
  const urls = processUrls(process)
  if (runs.length === 0)
    return (
      <p className={styles.quiet}>
        {process.lastLookedAt ? 'Nunca ha encontrado nada que hacer.' : 'Todavía no se ha ejecutado.'}
      </p>
    )
  const acts = (run: Run) =>
    canHandle
      ? {
          onRetry: () =>
            setConfirmation({
              title: 'Repetir la ejecución',
              question: `Se repetirá «${run.title}». Lo que ya se hizo no se hace dos veces.`,
              submitLabel: 'Reintentar',
              url: urls.retry(run.id),
            }),
          onCancel: () =>
            setConfirmation({
              title: 'Cancelar la ejecución',
              question: `«${run.title}» se detiene en cuanto termina el paso en curso.`,
              submitLabel: 'Cancelar la ejecución',
              isDangerous: true,
              url: urls.cancel(run.id),
            }),
        }
      : {}
  return (
    <>
      <DurationChart runs={runs} />
      <ul className={styles.runs}>
        {runs.map((run) => (
          <RunItem key={run.id} run={run} processTitle={process.title} {...acts(run)} />
        ))}
      </ul>
      <ConfirmAction confirmation={confirmation} onClose={() => setConfirmation(null)} onDone={onDone} />
    </>
  )
}
