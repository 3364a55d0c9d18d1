import { DayField } from '~/kit/fields/day_field'
import { useFormSubmission } from '~/kit/use_form_submission'
import { urlFor } from '~/urls'
import type { CorrectionProps } from './correction'
import { CorrectionFrame } from './correction_frame'
import { dayOfWord } from './word_values'

/** Day of issue and due day; without a due day the terms of the supplier give it. */
export function DateDialog({ page: { invoice }, review }: CorrectionProps) {
  const form = useFormSubmission({
    initial: { issued_on: invoice.issuedOn ?? '', due_on: invoice.dueOn ?? '' },
    url: urlFor('invoices.date.update', { id: invoice.id }),
    method: 'put',
    leaving: 'allow',
    transform: ({ issued_on, due_on }) => ({
      issued_on,
      due_on: due_on === '' ? null : due_on,
      lock_version: invoice.lockVersion,
    }),
    onSuccess: review.close,
  })
  const issued = form.field('issued_on')
  const due = form.field('due_on')
  return (
    <CorrectionFrame
      title="Corregir las fechas"
      form={form}
      review={review}
      fillers={{
        issued_on: (word) => issued.onChange(dayOfWord(word)),
        due_on: (word) => due.onChange(dayOfWord(word)),
      }}
    >
      <DayField label="Fecha de emisión" isRequired {...issued} />
      <DayField
        label="Vencimiento"
        help="Si se deja vacío se calcula con las condiciones de pago del proveedor."
        {...due}
      />
    </CorrectionFrame>
  )
}
