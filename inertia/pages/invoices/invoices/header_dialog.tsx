import { SelectField } from '~/kit/fields/choice_fields'
import { TextField } from '~/kit/fields/text_fields'
import { useFormSubmission } from '~/kit/use_form_submission'
import { urlFor } from '~/urls'
import type { CorrectionProps } from './correction'
import { CorrectionFrame } from './correction_frame'
import { docTypeOptions } from './doc_types'
import { textOfWord } from './word_values'

/** Kind of document and what it is for. */
export function HeaderDialog({ page: { invoice }, review }: CorrectionProps) {
  const form = useFormSubmission({
    initial: { doc_type: invoice.docType as string | null, concept: invoice.concept ?? '' },
    url: urlFor('invoices.header.update', { id: invoice.id }),
    method: 'put',
    leaving: 'allow',
    transform: (values) => ({ ...values, lock_version: invoice.lockVersion }),
    onSuccess: review.close,
  })
  const concept = form.field('concept')
  return (
    <CorrectionFrame
      title="Corregir tipo y concepto"
      form={form}
      review={review}
      fillers={{ concept: (word) => concept.onChange(`${concept.value} ${textOfWord(word)}`.trim()) }}
    >
      <SelectField
        label="Tipo de documento"
        isRequired
        options={docTypeOptions}
        {...form.field('doc_type')}
      />
      <TextField label="Concepto" lengthMax={200} {...concept} />
    </CorrectionFrame>
  )
}
