import { RadioField } from '~/kit/fields/choice_fields'
import { FormDialog } from '~/kit/form_dialog'
import { useFormSubmission } from '~/kit/use_form_submission'
import { urlFor } from '~/urls'
import type { ReviewPage } from './review_types'

type Props = { page: ReviewPage; onClose: () => void }

/** Puts a copy aside, pointing at the original that its alarms found. */
export function DuplicateDialog({ page: { invoice, alarms }, onClose }: Props) {
  const originals = [
    ...new Map(
      alarms.flatMap(({ relatedInvoiceId, message }) =>
        relatedInvoiceId === null ? [] : [[relatedInvoiceId, message] as const]
      )
    ),
  ].map(([id, message]) => ({ value: String(id), label: message }))
  const form = useFormSubmission({
    initial: { original_id: originals[0]?.value ?? '' },
    url: urlFor('invoices.duplicate', { id: invoice.id }),
    method: 'post',
    leaving: 'allow',
    onSuccess: onClose,
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="Marcar como duplicada"
      form={form}
      submitLabel="Marcar duplicada"
      isDangerous
    >
      <p>«{invoice.reference}» quedará apartada como copia y no se contabilizará ni se pagará.</p>
      <RadioField label="Factura original" isRequired options={originals} {...form.field('original_id')} />
    </FormDialog>
  )
}
