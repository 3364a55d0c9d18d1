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
      unit_price: values.unit_price.trim() === '' ? null : values.unit_price,
      discount_percent: values.discount_percent.trim() === '' ? null : values.discount_percent,
      account_code: values.account_code === '' ? null : values.account_code,
      deductible_percent: deductibleOf(values, initial),
      period_from: values.period_from === '' ? null : values.period_from,
      period_to: values.period_to === '' ? null : values.period_to,
      center_id: line?.centerId ?? null,
      lock_version: invoice.lockVersion,
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
    unit_price: priceText(line),
    discount_percent: line && Number(line.discountPercent) !== 0 ? plainDecimal(line.discountPercent) : '',
    base: line ? decimalText(line.base.minor, currency) : '',
    category_id: key(line?.categoryId),
    account_code: line?.accountCode ?? '',
    vat_code_id: key(line?.vatCodeId),
    deductible_percent: line ? String(line.deductiblePercent) : '',
    withholding_code_id: key(line?.withholdingCodeId),
    period_from: line?.periodFrom ?? '',
    period_to: line?.periodTo ?? '',
  }
}

type LineValues = ReturnType<typeof lineValues>

/** What was typed; nothing where only the category changed, so that the new one says how much is deducted. */
function deductibleOf(values: LineValues, before: LineValues): string | null {
  const isOfOldCategory =
    values.category_id !== before.category_id && values.deductible_percent === before.deductible_percent
  return isOfOldCategory || values.deductible_percent.trim() === '' ? null : values.deductible_percent
}
