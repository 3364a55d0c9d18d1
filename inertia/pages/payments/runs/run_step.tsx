import { Link } from '@inertiajs/react'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { Section } from '~/kit/detail/detail_page'
import { ConfirmAction, type Confirmation } from '~/kit/dialog/confirm_action'
import { moneyText } from '~/kit/money'
import { urlFor } from '~/urls'
import { overrideApproval } from '../../sites/override_approval'
import styles from '../orders/orders.module.css'
import { ApproveDialog } from './approve_dialog'
import { runFacts } from './run_facts'
import type { RunPage } from './run_page'

type Run = RunPage['run']

/** What comes next with the run, and the buttons of who may do it. */
export function RunStep({ run }: { run: Run }) {
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null)
  const [isApproving, setIsApproving] = useState(false)
  return (
    <Section title="Siguiente paso">
      <div className={styles.stack}>
        <p>{explanationOf(run)}</p>
        {run.batches.map((batch) => (
          <Link key={batch.id} href={urlFor('payment_batches.show', { id: batch.id })}>
            Remesa {batch.number}
          </Link>
        ))}
        {run.waiting > 0 && run.hindrance ? (
          <p className={styles.quiet}>Usted no puede aprobarla: {lowered(run.hindrance)}.</p>
        ) : null}
        {run.canApprove ? (
          <Button fullWidth onClick={() => setIsApproving(true)}>
            Aprobar {moneyText(run.waitingTotal)}
          </Button>
        ) : null}
        {run.canOverride ? (
          <Button fullWidth variant="light" color="red" onClick={() => setConfirmation(emergency(run))}>
            Aprobación de emergencia
          </Button>
        ) : null}
        {run.releasable.length > 0 ? (
          <Button
            fullWidth
            variant={run.canApprove ? 'default' : 'filled'}
            onClick={() => setConfirmation(release(run))}
          >
            Generar remesa
          </Button>
        ) : null}
        {run.canReject ? (
          <Button fullWidth variant="light" color="red" onClick={() => setConfirmation(rejection(run))}>
            Rechazar
          </Button>
        ) : null}
      </div>
      {isApproving ? <ApproveDialog run={run} onClose={() => setIsApproving(false)} /> : null}
      <ConfirmAction confirmation={confirmation} onClose={() => setConfirmation(null)} />
    </Section>
  )
}

function explanationOf({ waiting, required, releasable, progress }: Run): string {
  if (waiting > 0)
    return required === 1
      ? 'Espera la aprobación de quien no ha intervenido en ella.'
      : `Espera ${required} aprobaciones de quienes no han intervenido en ella.`
  if (releasable.length > 0) return 'Aprobada. Genere la remesa con el fichero para el banco.'
  return progress ?? 'No tiene nada que hacer aquí ahora.'
}

const lowered = (text: string) => `${text.charAt(0).toLowerCase()}${text.slice(1)}`

const emergency = (run: Run): Confirmation =>
  overrideApproval({
    what: 'la nómina',
    amount: run.waitingTotal,
    facts: runFacts(run, run.waitingTotal, run.waiting),
    fingerprint: run.fingerprint,
    url: urlFor('payroll_runs.override', { id: run.id }),
  })

const rejection = (run: Run): Confirmation => ({
  title: 'Rechazar la relación',
  question: 'Sus pagos volverán a borrador y las aprobaciones dadas quedarán sin efecto.',
  facts: runFacts(run, run.waitingTotal, run.waiting),
  submitLabel: 'Rechazar',
  isDangerous: true,
  reason: { label: 'Motivo del rechazo', isRequired: true },
  url: urlFor('payroll_runs.reject', { id: run.id }),
})

const release = (run: Run): Confirmation => ({
  title: 'Generar remesa',
  question: 'Se preparará una remesa de nóminas: el banco la carga en un solo apunte.',
  facts: runFacts(run, run.releasableTotal, run.releasable.length),
  submitLabel: `Generar remesa de ${moneyText(run.releasableTotal)}`,
  url: urlFor('payment_batches.store'),
  values: { orderIds: run.releasable },
})
