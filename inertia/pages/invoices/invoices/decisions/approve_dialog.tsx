import { Facts } from '~/kit/detail/detail_page'
import { FormDialog } from '~/kit/dialog/form_dialog'
import { TextAreaField } from '~/kit/fields/text_fields'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { moneyText } from '~/kit/money'
import { StatusBadge } from '~/kit/status_badge'
import { urlFor } from '~/urls'
import { JudgedAlarms } from '../alarms/judged_alarms'
import { severityOf } from '../alarms/severity'
import styles from '../document/text.module.css'
import type { ReviewPage } from '../review/review_types'
import { decisionFacts } from './decision_facts'

type Props = { page: ReviewPage; onClose: () => void }

const lengthMin = 10

/** Asks before approving: what is approved is exactly what is shown, its fingerprint goes along. */
export function ApproveDialog({ page, onClose }: Props) {
  const { invoice, alarms } = page
  const open = alarms.filter((alarm) => alarm.status === 'open')
  const form = useFormSubmission({
    initial: { comment: '', justifications: {} as Record<string, string> },
    url: urlFor('invoices.approve', { id: invoice.id }),
    method: 'post',
    leaving: 'allow',
    transform: ({ comment, justifications }) => ({
      fingerprint: invoice.fingerprint,
      justifications: open.map(({ id }) => ({ alarmId: id, text: justifications[id] ?? '' })),
      comment: comment.trim() === '' ? null : comment,
    }),
    onSuccess: onClose,
  })
  const { justifications } = form.values
  const isJustified = open.every(({ id }) => (justifications[id] ?? '').trim().length >= lengthMin)
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="Aprobar la factura"
      form={form}
      submitLabel={`Aprobar ${moneyText(invoice.total)}`}
      isDisabled={!isJustified}
    >
      <Facts facts={decisionFacts(page)} />
      <JudgedAlarms page={page} />
      {open.map((alarm, index) => (
        <div key={alarm.id} className={styles.stack}>
          <p>
            <StatusBadge {...severityOf(alarm.severity)} /> {alarm.message}
          </p>
          <TextAreaField
            name={`justifications.${index}.text`}
            label="Justificación"
            help="Por qué no impide aprobarla: de 10 a 500 caracteres."
            isRequired
            rows={2}
            lengthMax={500}
            value={justifications[alarm.id] ?? ''}
            error={form.errors[`justifications.${index}.text`]}
            onChange={(text) => form.set({ justifications: { ...justifications, [alarm.id]: text } })}
          />
        </div>
      ))}
      <TextAreaField label="Comentario" rows={2} lengthMax={500} {...form.field('comment')} />
      <p className={styles.quiet}>
        Huella de lo que se aprueba: <code>{invoice.fingerprint.slice(0, 12)}</code>
      </p>
    </FormDialog>
  )
}
