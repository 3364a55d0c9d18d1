import { useState } from 'react'
import { TextField } from '~/kit/fields/text_fields'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { urlFor } from '~/urls'
import { findTwins, type Twin, TwinWarning } from '../alarms/twin_warning'
import type { CorrectionProps } from '../review/correction'
import { CorrectionFrame } from '../review/correction_frame'
import { textOfWord } from '../review/word_values'

/** The number as printed. Before one that the supplier has used already is saved, it says so. */
export function NumberDialog({ page: { invoice }, review }: CorrectionProps) {
  const [twins, setTwins] = useState<{ number: string; found: Twin[] } | null>(null)
  const form = useFormSubmission({
    initial: { invoiceNumber: invoice.number ?? '' },
    url: urlFor('invoices.number.update', { id: invoice.id }),
    method: 'put',
    leaving: 'allow',
    transform: (values) => ({ ...values, lockVersion: invoice.lockVersion }),
    onSuccess: review.close,
  })
  const number = form.field('invoiceNumber')
  const warned = twins !== null && twins.number === number.value ? twins.found : []
  async function submit() {
    // Without an answer there is nothing to warn of: the save itself says what became of it.
    const found = await findTwins(invoice.id, number.value).catch(() => [])
    if (found.length > 0) setTwins({ number: number.value, found })
    else form.submit()
  }
  return (
    <CorrectionFrame
      title="Corregir el número"
      form={{ ...form, submit: () => void submit() }}
      review={review}
      isDisabled={warned.length > 0}
      fillers={{ invoice_number: (word) => number.onChange(textOfWord(word)) }}
    >
      <TextField
        label="Número"
        help="Tal como está impreso, con su serie, barras y ceros. También puede pulsar el número en el documento."
        lengthMax={60}
        isRequired
        {...number}
      />
      <TwinWarning invoice={invoice} twins={warned} onSave={() => form.submit()} onDone={review.close} />
    </CorrectionFrame>
  )
}
