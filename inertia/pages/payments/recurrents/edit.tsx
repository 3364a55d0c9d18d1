import { Button } from '@mantine/core'
import { useState } from 'react'
import { Day } from '~/kit/day'
import { type EventName, timelineOf } from '~/kit/detail/audit_timeline'
import { DetailPage, Section, TabbedParts } from '~/kit/detail/detail_page'
import { Timeline } from '~/kit/detail/timeline'
import { ConfirmAction, type Confirmation } from '~/kit/dialog/confirm_action'
import { moneyText } from '~/kit/money'
import { StatusBadge } from '~/kit/status_badge'
import { urlFor } from '~/urls'
import styles from '../orders/orders.module.css'
import { AmountDialog } from './amount_dialog'
import { EditForm } from './edit_form'
import { OccurrenceTable } from './occurrence_table'
import { moveRecurrent, type RecurrentStep, reviseAmount, skipDay } from './recurrent_confirmations'
import type { Occurrence, RecurrentPage } from './recurrent_rows'

const events: Record<string, EventName> = {
  'recurrent_payment.created': { title: 'Creado' },
  'recurrent_payment.updated': { title: 'Cambiado' },
  'recurrent_payment.revised': { title: 'Importe revisado', tone: 'blue' },
  'recurrent_payment.pause': { title: 'En pausa', tone: 'amber' },
  'recurrent_payment.resume': { title: 'Reanudado', tone: 'green' },
  'recurrent_payment.end': { title: 'Finalizado', tone: 'grey' },
  'recurrent_payment.skipped': { title: 'Vencimiento omitido', tone: 'amber' },
  'recurrent_payment.amount_entered': { title: 'Importe introducido', tone: 'blue' },
  'recurrent_payment.invoice_ordered': { title: 'Factura ordenada', tone: 'blue' },
}
const steps: { step: RecurrentStep; label: string }[] = [
  { step: 'pause', label: 'Pausar' },
  { step: 'resume', label: 'Reanudar' },
  { step: 'end', label: 'Finalizar' },
]

export default function PayRecurrentsEdit(page: RecurrentPage) {
  const { recurrent, next, occurrences } = page
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null)
  const [asked, setAsked] = useState<Occurrence | null>(null)
  return (
    <>
      <DetailPage
        title={recurrent.concept}
        subtitle={`${recurrent.provider.label} · ${recurrent.site}`}
        status={<StatusBadge {...recurrent.status} />}
        back={urlFor('payrecurrents')}
        rail={
          <>
            <NextDays days={next} />
            <Actions page={page} onConfirm={setConfirmation} />
            <Section title="Historial">
              <Timeline events={timelineOf(page.events, events)} />
            </Section>
          </>
        }
      >
        <TabbedParts
          tabs={[
            {
              value: 'occurrences',
              label: 'Vencimientos',
              content: (
                <OccurrenceTable
                  occurrences={occurrences}
                  onSkip={(occurrence) => setConfirmation(skipDay(recurrent.id, occurrence))}
                  onAmount={setAsked}
                />
              ),
            },
            {
              value: 'data',
              label: 'Datos',
              content: <EditForm page={page} />,
            },
          ]}
        />
      </DetailPage>
      <ConfirmAction confirmation={confirmation} onClose={() => setConfirmation(null)} />
      {asked ? (
        <AmountDialog recurrentId={recurrent.id} occurrence={asked} onClose={() => setAsked(null)} />
      ) : null}
    </>
  )
}

function NextDays({ days }: { days: RecurrentPage['next'] }) {
  return (
    <Section title="Próximas fechas">
      {days.length === 0 ? <p className={styles.quiet}>No hay más vencimientos previstos.</p> : null}
      <ul className={styles.list}>
        {days.map((day) => (
          <li key={day.dueOn} className={styles.person}>
            <Day value={day.dueOn} />
            {day.payOn === day.dueOn ? null : (
              <span className={styles.quiet}>
                se paga el <Day value={day.payOn} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}

type ActionsProps = { page: RecurrentPage; onConfirm: (confirmation: Confirmation) => void }

/** What may be done with the agreement now. */
function Actions({ page, onConfirm }: ActionsProps) {
  const { recurrent, revision } = page
  const agreement = { id: recurrent.id, concept: recurrent.concept, payee: recurrent.provider.label }
  return (
    <Section title="Acciones">
      <div className={styles.stack}>
        {revision ? (
          <Button fullWidth onClick={() => onConfirm(reviseAmount(page, revision))}>
            Revisar a {moneyText(revision.proposed)}
          </Button>
        ) : null}
        {steps
          .filter(({ step }) => recurrent.actions.includes(step))
          .map(({ step, label }) => (
            <Button
              key={step}
              fullWidth
              variant="default"
              onClick={() => onConfirm(moveRecurrent(step, agreement))}
            >
              {label}
            </Button>
          ))}
      </div>
    </Section>
  )
}
