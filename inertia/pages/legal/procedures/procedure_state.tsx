import { Button } from '@mantine/core'
import { useState } from 'react'
import { Day } from '~/kit/day'
import { Facts, Section } from '~/kit/detail/detail_page'
import { ConfirmAction, type Confirmation } from '~/kit/dialog/confirm_action'
import { Money } from '~/kit/money'
import styles from '../legal.module.css'
import { CloseDialog } from './close_dialog'
import { moveProcedure, type ProcedureStep } from './confirmations'
import type { ProcedurePage } from './procedure_types'

const steps: { step: ProcedureStep; label: string }[] = [
  { step: 'resume', label: 'Reanudar' },
  { step: 'reopen', label: 'Reabrir' },
  { step: 'suspend', label: 'Suspender' },
  { step: 'cancel', label: 'Anular' },
]

/** Where a procedure stands, whose it is, and what may be done with it. */
export function ProcedureState({ page }: { page: ProcedurePage }) {
  const { procedure, actions } = page
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null)
  const [isClosing, setIsClosing] = useState(false)
  const hasNext = actions.includes('open')
  return (
    <>
      <Section title="Estado">
        <Facts facts={factsOf(page)} />
        <div className={styles.actions}>
          {hasNext ? (
            <Button fullWidth onClick={() => setConfirmation(moveProcedure('open', procedure))}>
              Abrir
            </Button>
          ) : null}
          {actions.includes('close') ? (
            <Button fullWidth onClick={() => setIsClosing(true)}>
              Cerrar
            </Button>
          ) : null}
          {steps
            .filter(({ step }) => actions.includes(step))
            .map(({ step, label }) => (
              <Button
                key={step}
                fullWidth
                variant="default"
                onClick={() => setConfirmation(moveProcedure(step, procedure))}
              >
                {label}
              </Button>
            ))}
        </div>
      </Section>
      {procedure.notes ? (
        <Section title="Notas">
          <p className={styles.notes}>{procedure.notes}</p>
        </Section>
      ) : null}
      <ConfirmAction confirmation={confirmation} onClose={() => setConfirmation(null)} />
      {isClosing ? <CloseDialog procedure={procedure} onClose={() => setIsClosing(false)} /> : null}
    </>
  )
}

function factsOf({ procedure }: ProcedurePage) {
  return [
    { label: 'La empresa es', value: procedure.role },
    { label: 'Contraparte', value: procedure.counterparty ?? '–' },
    { label: 'Abogado', value: procedure.lawyer?.label ?? '–' },
    { label: 'Procurador', value: procedure.solicitor?.label ?? '–' },
    { label: 'Reclamado', value: procedure.claim ? <Money value={procedure.claim} /> : '–' },
    { label: 'Riesgo de pérdida', value: procedure.probability ?? 'Sin valorar' },
    { label: 'Responsable', value: procedure.responsible ?? '–' },
    { label: 'Abierto', value: <Day value={procedure.openedOn} /> },
    procedure.closedOn
      ? { label: 'Cerrado', value: <Day value={procedure.closedOn} /> }
      : { label: 'Cierre previsto', value: <Day value={procedure.expectedCloseOn} /> },
    ...(procedure.outcome ? [{ label: 'Resultado', value: procedure.outcome }] : []),
    ...(procedure.confidential ? [{ label: 'Acceso', value: 'Reservado' }] : []),
  ]
}
