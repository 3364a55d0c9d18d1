import { decimalText } from '#app/kernel/money/amount_text'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { urlFor } from '~/urls'
import type { Line } from '../review/review_parts'
import type { ReviewPage } from '../review/review_types'
import { plainDecimal, priceText } from './line_price'

/** A line that is added or changed: what is left empty, the server finds. */
export function useLineForm(invoice: ReviewPage['invoice'], line: Line | null, onSuccess: () => void) {
  const initial = lineValues(line, invoice.currency)
  const url = line
    ? urlFor('invoices.lines.update', { id: invoice.id, line: line.id })
    : urlFor('invoices.lines.store', { id: invoice.id })
  return useFormSubmission({
    initial,
    url,
    method: line ? 'put' : 'post',
    leaving: 'allow',
    transform: (values) => ({
      ...values,
      unitPrice: values.unitPrice.trim() === '' ? null : values.unitPrice,
      discountPercent: values.discountPercent.trim() === '' ? null : values.discountPercent,
      accountCode: values.accountCode === '' ? null : values.accountCode,
      deductiblePercent: deductibleOf(values, initial),
      periodFrom: values.periodFrom === '' ? null : values.periodFrom,
      periodTo: values.periodTo === '' ? null : values.periodTo,
      centerId: line?.centerId ?? null,
      lockVersion: invoice.lockVersion,
    }),
    onSuccess,
  })
}

export type LineForm = ReturnType<typeof useLineForm>

function lineValues(line: Line | null, currency: string) {
  const key = (id: number | null | undefined) => (id ? String(id) : null)
  return {
    concept: line?.concept ?? '',
    quantity: line ? plainDecimal(line.quantity) : '1',
    unitPrice: priceText(line),
    discountPercent: line && Number(line.discountPercent) !== 0 ? plainDecimal(line.discountPercent) : '',
    base: line ? decimalText(line.base.minor, currency) : '',
    categoryId: key(line?.categoryId),
    accountCode: line?.accountCode ?? '',
    vatCodeId: key(line?.vatCodeId),
    deductiblePercent: line ? String(line.deductiblePercent) : '',
    withholdingCodeId: key(line?.withholdingCodeId),
    periodFrom: line?.periodFrom ?? '',
    periodTo: line?.periodTo ?? '',
  }
}

type LineValues = ReturnType<typeof lineValues>

/** What was typed; nothing where only the category changed, so that the new one says how much is deducted. */
function deductibleOf(values: LineValues, before: LineValues): string | null {
  const isOfOldCategory =
    values.categoryId !== before.categoryId && values.deductiblePercent === before.deductiblePercent
  return isOfOldCategory || values.deductiblePercent.trim() === '' ? null : values.deductiblePercent
}
