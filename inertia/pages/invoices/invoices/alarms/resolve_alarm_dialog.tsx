import { useState } from 'react'
import { FormDialog } from '~/kit/dialog/form_dialog'
import { RadioField } from '~/kit/fields/choice_fields'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { urlFor } from '~/urls'
import { isJudged, JudgementFields, judgementOf } from '../../judgement_fields'
import type { Alarm } from '../review/review_parts'
import type { ReviewPage } from '../review/review_types'

type Props = { invoice: ReviewPage['invoice']; alarm: Alarm; onClose: () => void }

const outcomes = [
  { value: 'resolved', label: 'Resuelta: se ha comprobado' },
  { value: 'false_positive', label: 'Falsa alarma: no hay nada que corregir' },
  { value: 'snoozed', label: 'Posponer hasta una fecha' },
]
/** The invoice is disputed: nothing of it is paid until somebody says otherwise, and the alarm stays open. */
const blocking = { value: 'block', label: 'Bloquear el pago: la factura queda en disputa' }

/** Closes an alarm and leaves word of why. What money hangs on is only closed by correcting the data. */
export function ResolveAlarmDialog({ invoice, alarm, onClose }: Props) {
  const [isBlocking, setIsBlocking] = useState(false)
  const form = useFormSubmission({
    initial: { outcome: 'resolved', reason: '', snoozedUntil: '' },
    url: urlFor(isBlocking ? 'invoices.dispute' : 'invoices.alarms.update', { id: invoice.id }),
    method: isBlocking ? 'post' : 'put',
    leaving: 'allow',
    transform: (values) => ({ alarmId: alarm.id, ...judgementOf(values) }),
    onSuccess: onClose,
  })
  const { outcome } = form.values
  const closing = alarm.severity === 'blocking' ? outcomes.filter((one) => one.value !== 'snoozed') : outcomes
  const options = invoice.actions.includes('dispute') ? [...closing, blocking] : closing
  const chosen = form.field('outcome')
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="Resolver la alarma"
      form={form}
      submitLabel={isBlocking ? 'Bloquear el pago' : outcome === 'snoozed' ? 'Posponer' : 'Cerrar alarma'}
      isDisabled={!isJudged(form.values)}
    >
      <p>{alarm.message}</p>
      <RadioField
        label="Qué se ha hecho"
        options={options}
        {...chosen}
        onChange={(value) => {
          setIsBlocking(value === blocking.value)
          chosen.onChange(value)
        }}
      />
      <JudgementFields outcome={outcome} until={form.field('snoozedUntil')} reason={form.field('reason')} />
    </FormDialog>
  )
}
