import { Button } from '@mantine/core'
import { useState } from 'react'
import { Day } from '~/kit/day'
import { ConfirmAction, type Confirmation } from '~/kit/dialog/confirm_action'
import { Money } from '~/kit/money'
import { StatusBadge } from '~/kit/status_badge'
import { urlFor } from '~/urls'
import styles from '../legal.module.css'
import { OrderButtons } from '../order_buttons'
import { AddPhaseDialog } from './add_phase_dialog'
import { movePhase, type PhaseStep } from './confirmations'
import { PlanPhaseDialog } from './plan_phase_dialog'
import type { ProcedurePage, ProcedurePhase } from './procedure_types'

const steps: { step: PhaseStep; label: string }[] = [
  { step: 'complete', label: 'Completar' },
  { step: 'start', label: 'Iniciar' },
  { step: 'skip', label: 'Omitir' },
  { step: 'reopen', label: 'Reabrir' },
]

/** The way of a procedure, phase after phase: where it is, its terms, and what each asks for. */
export function PhaseTimeline({ page }: { page: ProcedurePage }) {
  const { procedure, phases, actions } = page
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null)
  const [isAdding, setIsAdding] = useState(false)
  const [planned, setPlanned] = useState<ProcedurePhase | null>(null)
  const ids = phases.map(({ id }) => id)
  const canAdd = actions.includes('add')
  return (
    <div className={styles.stack}>
      {phases.length === 0 ? <p className={styles.quiet}>Todavía no tiene fases.</p> : null}
      <ol className={styles.phases}>
        {phases.map((phase) => (
          <li key={phase.id} className={styles.phase} data-state={phase.state}>
            <span className={styles.dot} data-colour={phase.colour} aria-hidden="true" />
            <div>
              <div className={styles.head}>
                <span className={styles.name}>{phase.name}</span>
                <StatusBadge {...phase.status} />
                {canAdd ? (
                  <OrderButtons
                    ids={ids}
                    id={phase.id}
                    name={phase.name}
                    url={urlFor('legal_procedure.phases.order', { id: procedure.id })}
                  />
                ) : null}
              </div>
              <PhaseDetail phase={phase} />
            </div>
            <PhaseButtons
              phase={phase}
              onStep={(step) => setConfirmation(movePhase(step, procedure.id, phase))}
              onPlan={() => setPlanned(phase)}
            />
          </li>
        ))}
      </ol>
      {canAdd ? (
        <div>
          <Button size="xs" variant="default" onClick={() => setIsAdding(true)}>
            Añadir fase
          </Button>
        </div>
      ) : null}
      <ConfirmAction confirmation={confirmation} onClose={() => setConfirmation(null)} />
      {isAdding ? <AddPhaseDialog page={page} onClose={() => setIsAdding(false)} /> : null}
      {planned ? (
        <PlanPhaseDialog
          key={planned.id}
          procedureId={procedure.id}
          phase={planned}
          restsInAugust={page.options.restsInAugust}
          onClose={() => setPlanned(null)}
        />
      ) : null}
    </div>
  )
}

type PhaseButtonsProps = { phase: ProcedurePhase; onStep: (step: PhaseStep) => void; onPlan: () => void }

/** What may be done with a phase now. */
function PhaseButtons({ phase, onStep, onPlan }: PhaseButtonsProps) {
  return (
    <div className={styles.buttons}>
      {steps
        .filter(({ step }) => phase.actions.includes(step))
        .map(({ step, label }) => (
          <Button
            key={step}
            size="compact-sm"
            variant={step === 'complete' ? 'light' : 'default'}
            aria-label={`${label} ${phase.name}`}
            onClick={() => onStep(step)}
          >
            {label}
          </Button>
        ))}
      {phase.actions.includes('edit') ? (
        <Button size="compact-sm" variant="default" aria-label={`Planificar ${phase.name}`} onClick={onPlan}>
          Planificar
        </Button>
      ) : null}
    </div>
  )
}

function PhaseDetail({ phase }: { phase: ProcedurePhase }) {
  const start = phase.actualStart ?? phase.plannedStart
  const end = phase.actualEnd ?? phase.plannedEnd
  return (
    <>
      <div className={styles.detail}>
        {start ? (
          <span>
            {phase.actualStart ? 'Desde el ' : 'Prevista desde el '}
            <Day value={start} />
          </span>
        ) : null}
        {end ? (
          <span>
            {phase.actualEnd ? 'hasta el ' : 'prevista hasta el '}
            <Day value={end} />
          </span>
        ) : null}
        {phase.deadlineOn ? (
          <span className={phase.isUrgent ? styles.urgent : undefined}>
            Plazo legal: <Day value={phase.deadlineOn} />
          </span>
        ) : null}
        {phase.plannedCost.minor > 0 ? (
          <span>
            Coste previsto <Money value={phase.plannedCost} />
          </span>
        ) : null}
        {phase.requires ? <span>Exige {phase.requires}</span> : null}
        {phase.files > 0 ? <span>{phase.files === 1 ? '1 archivo' : `${phase.files} archivos`}</span> : null}
        {phase.costs > 0 ? <span>{phase.costs === 1 ? '1 coste' : `${phase.costs} costes`}</span> : null}
      </div>
      {phase.notes ? <p className={styles.notes}>{phase.notes}</p> : null}
    </>
  )
}
