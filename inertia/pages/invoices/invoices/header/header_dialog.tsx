import { CheckboxField, SelectField } from '~/kit/fields/choice_fields'
import { DayField } from '~/kit/fields/day_field'
import { TextField } from '~/kit/fields/text_fields'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { urlFor } from '~/urls'
import type { CorrectionProps } from '../review/correction'
import { CorrectionFrame } from '../review/correction_frame'
import type { ReviewPage } from '../review/review_types'
import { textOfWord } from '../review/word_values'
import { docTypeOptions, isInvoice } from './doc_types'
import { headerValues } from './header_values'
import { RectifiedFields } from './rectified_fields'

/** Kind of document, currency and what it is for; a credit note says what it corrects. */
export function HeaderDialog({ page, review }: CorrectionProps) {
  const { invoice, currencies } = page
  const form = useHeaderForm(page, review.close)
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
      {isTaken(page, form.values.doc_type) ? (
        <TextField
          label="Por qué es una factura"
          isRequired
          help={`Se leyó como ${invoice.otherKind}: el motivo queda en el historial.`}
          lengthMax={500}
          {...form.field('kind_reason')}
        />
      ) : null}
      {form.values.doc_type === 'credit_note' ? <RectifiedFields page={page} form={form} /> : null}
      <TextField label="Concepto" lengthMax={200} {...concept} />
      <SelectField
        label="Divisa"
        isRequired
        help="La del documento: cámbiela solo si se leyó mal."
        options={currencies.map(({ code, name }) => ({ value: code, label: `${code} · ${name}` }))}
        {...form.field('currency')}
      />
      {isForeign(page, form.values.currency) ? (
        <TextField
          label="Tipo de cambio"
          help={`${form.values.currency ?? 'Divisa'} por 1 €. Vacío: el de referencia de la fecha de emisión.`}
          lengthMax={18}
          {...form.field('fx_rate')}
        />
      ) : null}
      <CheckboxField label="Es urgente" {...form.field('is_urgent')} />
      <DayField
        label="No pagar antes del"
        help="Vacío: se paga en su vencimiento."
        {...form.field('hold_until')}
      />
      <CheckboxField label="Se declara en el modelo 347" {...form.field('in_347')} />
    </CorrectionFrame>
  )
}

const isForeign = ({ site }: ReviewPage, currency: string | null) =>
  currency !== (site?.baseCurrency ?? 'EUR')

/** It was read as something else than an invoice, and becomes one. */
const isTaken = ({ invoice }: ReviewPage, kind: string | null) =>
  invoice.otherKind !== null && isInvoice(kind)

function useHeaderForm(page: ReviewPage, onSuccess: () => void) {
  const { invoice } = page
  return useFormSubmission({
    initial: headerValues(page),
    url: urlFor('invoices.header.update', { id: invoice.id }),
    method: 'put',
    leaving: 'allow',
    transform: ({
      rectifies_invoice_id,
      rectification_note,
      is_urgent,
      hold_until,
      fx_rate,
      kind_reason,
      ...values
    }) => ({
      ...values,
      ...(isTaken(page, values.doc_type) ? { kind_reason: kind_reason.trim() || null } : {}),
      ...(isForeign(page, values.currency) ? { fx_rate: fx_rate.trim() || null } : {}),
      priority: is_urgent ? 'urgent' : 'normal',
      hold_until: hold_until === '' ? null : hold_until,
      ...(values.doc_type === 'credit_note'
        ? { rectifies_invoice_id, rectification_note: rectification_note.trim() || null }
        : {}),
      lock_version: invoice.lockVersion,
    }),
    onSuccess,
  })
}
