import { countText } from '~/kit/day'
import { DayField } from '~/kit/fields/day_field'
import { TextAreaField } from '~/kit/fields/text_fields'
import { FormDialog } from '~/kit/form_dialog'
import { useFormSubmission } from '~/kit/use_form_submission'
import { urlFor } from '~/urls'

export type Outcome = 'resolved' | 'false_positive' | 'snoozed'

const words: Record<Outcome, { title: string; submit: string; question: string }> = {
  resolved: {
    title: 'Resolver alarmas',
    submit: 'Resolver',
    question: 'Se dan por comprobadas.',
  },
  false_positive: {
    title: 'Falsa alarma',
    submit: 'Marcar como falsa alarma',
    question: 'No había nada que corregir: no volverán a abrirse por lo mismo.',
  },
  snoozed: { title: 'Posponer alarmas', submit: 'Posponer', question: 'Se abrirán de nuevo en su día.' },
}
const reasonMin = 10

type Props = { ids: number[]; outcome: Outcome; onClose: () => void }

/** Closes alarms or puts them off, all with one reason. */
export function JudgeDialog({ ids, outcome, onClose }: Props) {
  const form = useFormSubmission({
    initial: { reason: '', snoozed_until: '' },
    url: urlFor('analyze.invoice.alarms.update_many'),
    method: 'patch',
    leaving: 'allow',
    transform: ({ reason, snoozed_until: until }) => ({
      ids,
      outcome,
      reason,
      snoozed_until: outcome === 'snoozed' && until !== '' ? until : null,
    }),
    onSuccess: onClose,
  })
  const { title, submit, question } = words[outcome]
  const { reason, snoozed_until: until } = form.values
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={title}
      form={form}
      submitLabel={ids.length === 1 ? submit : `${submit} (${countText(ids.length)})`}
      isDisabled={reason.trim().length < reasonMin || (outcome === 'snoozed' && until === '')}
    >
      <p>
        {ids.length === 1 ? 'Una alarma.' : `${countText(ids.length)} alarmas.`} {question}
      </p>
      {outcome === 'snoozed' ? (
        <DayField
          label="Posponer hasta"
          isRequired
          help="Como máximo, treinta días."
          {...form.field('snoozed_until')}
        />
      ) : null}
      <TextAreaField
        label="Justificación"
        help="Al menos diez caracteres: la leerá quien apruebe y quien audite."
        isRequired
        lengthMax={500}
        {...form.field('reason')}
      />
    </FormDialog>
  )
}
