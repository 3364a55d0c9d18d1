import { TextField } from '~/kit/fields/text_fields'
import { useFormSubmission } from '~/kit/use_form_submission'
import { urlFor } from '~/urls'
import type { CorrectionProps } from './correction'
import { CorrectionFrame } from './correction_frame'
import { textOfWord } from './word_values'

/** The number as printed, series, slashes and zeros included. */
export function NumberDialog({ page: { invoice }, review }: CorrectionProps) {
  const form = useFormSubmission({
    initial: { invoice_number: invoice.number ?? '' },
    url: urlFor('invoices.number.update', { id: invoice.id }),
    method: 'put',
    leaving: 'allow',
    transform: (values) => ({ ...values, lock_version: invoice.lockVersion }),
    onSuccess: review.close,
  })
  const number = form.field('invoice_number')
  return (
    <CorrectionFrame
      title="Corregir el número"
      form={form}
      review={review}
      fillers={{ invoice_number: (word) => number.onChange(textOfWord(word)) }}
    >
      <TextField
        label="Número"
        help="Tal como está impreso, con su serie, barras y ceros. También puede pulsar el número en el documento."
        lengthMax={60}
        isRequired
        {...number}
      />
    </CorrectionFrame>
  )
}
