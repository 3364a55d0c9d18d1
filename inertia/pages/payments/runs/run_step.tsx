import { Button } from '@mantine/core'
import { useState } from 'react'
import { ConfirmAction, type Confirmation } from '~/kit/confirm_action'
import { Day } from '~/kit/day'
import { Section } from '~/kit/detail_page'
import { Money, moneyText } from '~/kit/money'
import { urlFor } from '~/urls'
import { overrideApproval } from '../../sites/override_approval'
import styles from '../orders/orders.module.css'
import type { RunPage } from './run_page'

type Run = RunPage['run']

/** What comes next with the run, and the buttons of who may do it. */
export function RunStep({ run }: { run: Run }) {
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null)
  return (
    <Section title="Siguiente paso">
      <div className={styles.stack}>
        <p>{explanationOf(run)}</p>
        {run.waiting > 0 && run.hindrance ? (
          <p className={styles.quiet}>Usted no puede aprobarla: {lowered(run.hindrance)}.</p>
        ) : null}
        {run.can_approve ? (
          <Button fullWidth onClick={() => setConfirmation(approval(run))}>
            Aprobar {moneyText(run.waiting_total)}
          </Button>
        ) : null}
        {run.can_override ? (
          <Button fullWidth variant="light" color="red" onClick={() => setConfirmation(emergency(run))}>
            Aprobación de emergencia
          </Button>
        ) : null}
        {run.releasable.length > 0 ? (
          <Button
            fullWidth
            variant={run.can_approve ? 'default' : 'filled'}
            onClick={() => setConfirmation(release(run))}
          >
            Generar remesa
          </Button>
        ) : null}
        {run.can_reject ? (
          <Button fullWidth variant="light" color="red" onClick={() => setConfirmation(rejection(run))}>
            Rechazar
          </Button>
        ) : null}
      </div>
      <ConfirmAction confirmation={confirmation} onClose={() => setConfirmation(null)} />
    </Section>
  )
}

function explanationOf({ waiting, required, releasable, employees }: Run): string {
  if (waiting > 0)
    return required === 1
      ? 'Espera la aprobación de quien no ha intervenido en ella.'
      : `Espera ${required} aprobaciones de quienes no han intervenido en ella.`
  if (releasable.length > 0) return 'Aprobada. Genere la remesa con el fichero para el banco.'
  return employees > 0 ? 'Sus pagos ya están en una remesa.' : 'No queda ningún pago en la relación.'
}

const lowered = (text: string) => `${text.charAt(0).toLowerCase()}${text.slice(1)}`

const facts = (run: Run, amount: Run['total'], count: number): NonNullable<Confirmation['facts']> => [
  { label: 'Pagos', value: count },
  { label: 'Total', value: <Money value={amount} /> },
  { label: 'Se carga en', value: run.account },
  { label: 'Ejecución', value: <Day value={run.execution_date} /> },
]

const approval = (run: Run): Confirmation => ({
  title: 'Aprobar la nómina',
  question: 'Aprueba todos sus pagos tal como se muestran aquí.',
  facts: facts(run, run.waiting_total, run.waiting),
  submitLabel: `Aprobar ${moneyText(run.waiting_total)}`,
  url: urlFor('payroll_runs.approve', { id: run.id }),
  values: { fingerprint: run.fingerprint },
})

const emergency = (run: Run): Confirmation =>
  overrideApproval({
    what: 'la nómina',
    amount: run.waiting_total,
    facts: facts(run, run.waiting_total, run.waiting),
    fingerprint: run.fingerprint,
    url: urlFor('payroll_runs.override', { id: run.id }),
  })

const rejection = (run: Run): Confirmation => ({
  title: 'Rechazar la relación',
  question: 'Sus pagos volverán a borrador y las aprobaciones dadas quedarán sin efecto.',
  facts: facts(run, run.waiting_total, run.waiting),
  submitLabel: 'Rechazar',
  isDangerous: true,
  reason: { label: 'Motivo del rechazo', isRequired: true },
  url: urlFor('payroll_runs.reject', { id: run.id }),
})

const release = (run: Run): Confirmation => ({
  title: 'Generar remesa',
  question: 'Se preparará una remesa de nóminas: el banco la carga en un solo apunte.',
  facts: facts(run, run.releasable_total, run.releasable.length),
  submitLabel: `Generar remesa de ${moneyText(run.releasable_total)}`,
  url: urlFor('payment_batches.store'),
  values: { order_ids: run.releasable },
})
