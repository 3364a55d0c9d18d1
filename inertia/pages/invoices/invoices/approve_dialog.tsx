import { Facts } from '~/kit/detail_page'
import { TextAreaField } from '~/kit/fields/text_fields'
import { FormDialog } from '~/kit/form_dialog'
import { moneyText } from '~/kit/money'
import { StatusBadge } from '~/kit/status_badge'
import { useFormSubmission } from '~/kit/use_form_submission'
import { urlFor } from '~/urls'
import { decisionFacts } from './decision_facts'
import type { ReviewPage } from './review_types'
import { severityOf } from './severity'
import styles from './text.module.css'

type Props = { page: ReviewPage; onClose: () => void }

/** Asks before approving: what is approved is exactly what is shown, its fingerprint goes along. */
export function ApproveDialog({ page, onClose }: Props) {
  const { invoice, alarms } = page
  const form = useFormSubmission({
    initial: { comment: '' },
    url: urlFor('invoices.approve', { id: invoice.id }),
    method: 'post',
    leaving: 'allow',
    transform: ({ comment }) => ({
      fingerprint: invoice.fingerprint,
      comment: comment.trim() === '' ? null : comment,
    }),
    onSuccess: onClose,
  })
  const open = alarms.filter((alarm) => alarm.status === 'open')
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="Aprobar la factura"
      form={form}
      submitLabel={`Aprobar ${moneyText(invoice.total)}`}
    >
      <Facts facts={decisionFacts(page)} />
      {open.length > 0 ? (
        <ul className={styles.plain} aria-label="Alarmas abiertas">
          {open.map((alarm) => (
            <li key={alarm.id}>
              <StatusBadge {...severityOf(alarm.severity)} /> {alarm.message}
            </li>
          ))}
        </ul>
      ) : null}
      <TextAreaField label="Comentario" rows={2} lengthMax={500} {...form.field('comment')} />
      <p className={styles.quiet}>
        Huella de lo que se aprueba: <code>{invoice.fingerprint.slice(0, 12)}</code>
      </p>
    </FormDialog>
  )
}
