import { FormDialog } from '~/kit/dialog/form_dialog'
import { RadioField } from '~/kit/fields/choice_fields'
import { PickerField } from '~/kit/fields/picker_field'
import type { PickerOption } from '~/kit/fields/use_picker_options'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { urlFor } from '~/urls'
import type { ReviewPage } from '../review/review_types'

type Props = { page: ReviewPage; onClose: () => void }

const OTHER = 'other'

/** Puts a copy aside, pointing at the original: one that its alarms found, or another of the same supplier. */
export function DuplicateDialog({ page: { invoice, alarms }, onClose }: Props) {
  const found = [
    ...new Map(
      alarms.flatMap(({ relatedInvoiceId, message }) =>
        relatedInvoiceId === null ? [] : [[relatedInvoiceId, message] as const]
      )
    ),
  ].map(([id, message]) => ({ value: String(id), label: message }))
  const form = useFormSubmission({
    initial: { originalId: found[0]?.value ?? OTHER, other: null as PickerOption | null },
    url: urlFor('invoices.duplicate', { id: invoice.id }),
    method: 'post',
    leaving: 'allow',
    transform: ({ originalId, other }) => ({
      originalId: Number(originalId === OTHER ? other?.value : originalId),
    }),
    onSuccess: onClose,
  })
  const isOther = form.values.originalId === OTHER
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="Marcar como duplicada"
      form={form}
      submitLabel="Marcar duplicada"
      isDangerous
      isDisabled={isOther && form.values.other === null}
    >
      <p>«{invoice.reference}» quedará apartada como copia y no se contabilizará ni se pagará.</p>
      {found.length > 0 ? (
        <RadioField
          label="Factura original"
          isRequired
          options={[...found, { value: OTHER, label: 'Otra factura del proveedor' }]}
          {...form.field('originalId')}
        />
      ) : null}
      {isOther ? (
        <PickerField
          label={found.length > 0 ? 'Qué factura' : 'Factura original'}
          isRequired
          help="Del mismo proveedor. Busque por número, importe, empresa o concepto."
          url={urlFor('invoices.duplicate.options', { id: invoice.id })}
          {...form.field('other', 'original_id')}
        />
      ) : null}
    </FormDialog>
  )
}
