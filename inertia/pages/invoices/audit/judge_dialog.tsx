import { countText } from '~/kit/day'
import { FormDialog } from '~/kit/dialog/form_dialog'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { urlFor } from '~/urls'
import { isJudged, JudgementFields, judgementOf } from '../judgement_fields'

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

type Props = { ids: number[]; outcome: Outcome; onClose: () => void }

/** Closes alarms or puts them off, all with one reason. */
export function JudgeDialog({ ids, outcome, onClose }: Props) {
  const form = useFormSubmission({
    initial: { reason: '', snoozedUntil: '' },
    url: urlFor('analyze.invoice.alarms.update_many'),
    method: 'patch',
    leaving: 'allow',
    transform: (values) => ({ ids, ...judgementOf({ ...values, outcome }) }),
    onSuccess: onClose,
  })
  const { title, submit, question } = words[outcome]
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={title}
      form={form}
      submitLabel={ids.length === 1 ? submit : `${submit} (${countText(ids.length)})`}
      isDisabled={!isJudged({ ...form.values, outcome })}
    >
      <p>
        {ids.length === 1 ? 'Una alarma.' : `${countText(ids.length)} alarmas.`} {question}
      </p>
      <JudgementFields outcome={outcome} until={form.field('snoozedUntil')} reason={form.field('reason')} />
    </FormDialog>
  )
}
