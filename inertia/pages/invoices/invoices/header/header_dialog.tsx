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
      <SelectField label="Tipo de documento" isRequired options={docTypeOptions} {...form.field('docType')} />
      {isTaken(page, form.values.docType) ? (
        <TextField
          label="Por qué es una factura"
          isRequired
          help={`Se leyó como ${invoice.otherKind}: el motivo queda en el historial.`}
          lengthMax={500}
          {...form.field('kindReason')}
        />
      ) : null}
      {form.values.docType === 'credit_note' ? <RectifiedFields page={page} form={form} /> : null}
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
          {...form.field('fxRate')}
        />
      ) : null}
      <CheckboxField label="Es urgente" {...form.field('isUrgent')} />
      <DayField
        label="No pagar antes del"
        help="Vacío: se paga en su vencimiento."
        {...form.field('holdUntil')}
      />
      <CheckboxField label="Se declara en el modelo 347" {...form.field('in347')} />
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
      rectifiesInvoiceId,
      rectificationNote,
      isUrgent,
      holdUntil,
      fxRate,
      kindReason,
      ...values
    }) => ({
      ...values,
      ...(isTaken(page, values.docType) ? { kindReason: kindReason.trim() || null } : {}),
      ...(isForeign(page, values.currency) ? { fxRate: fxRate.trim() || null } : {}),
      priority: isUrgent ? 'urgent' : 'normal',
      holdUntil: holdUntil === '' ? null : holdUntil,
      ...(values.docType === 'credit_note'
        ? { rectifiesInvoiceId, rectificationNote: rectificationNote.trim() || null }
        : {}),
      lockVersion: invoice.lockVersion,
    }),
    onSuccess,
  })
}
