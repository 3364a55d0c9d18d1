import { isCalendarDate, today } from '#app/kernel/time/calendar_date'
import { SelectField } from '~/kit/fields/choice_fields'
import { DayField } from '~/kit/fields/day_field'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { urlFor } from '~/urls'
import type { CorrectionProps } from '../review/correction'
import { CorrectionFrame } from '../review/correction_frame'
import { dayOfWord } from '../review/word_values'

/** Day of issue and due day; without a due day the terms of the supplier give it. */
export function DateDialog({ page: { invoice }, review }: CorrectionProps) {
  const form = useFormSubmission({
    initial: {
      issuedOn: invoice.issuedOn ?? '',
      operationOn: invoice.operationOn ?? '',
      dueOn: invoice.dueOn ?? '',
      vatPeriod: invoice.vatPeriod,
    },
    url: urlFor('invoices.date.update', { id: invoice.id }),
    method: 'put',
    leaving: 'allow',
    transform: ({ issuedOn, dueOn, operationOn, vatPeriod }) => ({
      issuedOn,
      dueOn: dueOn === '' ? null : dueOn,
      operationOn: operationOn === '' ? null : operationOn,
      vatPeriod: vatPeriod || null,
      lockVersion: invoice.lockVersion,
    }),
    onSuccess: review.close,
  })
  const issued = form.field('issuedOn')
  const due = form.field('dueOn')
  const operation = form.field('operationOn')
  return (
    <CorrectionFrame
      title="Corregir las fechas"
      form={form}
      review={review}
      fillers={{
        issued_on: (word) => issued.onChange(dayOfWord(word)),
        due_on: (word) => due.onChange(dayOfWord(word)),
        operation_on: (word) => operation.onChange(dayOfWord(word)),
      }}
    >
      <DayField label="Fecha de emisión" isRequired {...issued} />
      <DayField label="Fecha de operación" help="Solo si es otro día que la emisión." {...operation} />
      <DayField
        label="Vencimiento"
        help="Si se deja vacío se calcula con las condiciones de pago del proveedor."
        {...due}
      />
      <SelectField
        label="Período de IVA"
        help="El mes en que se deduce. Vacío: el de su contabilización, o el primero sin presentar."
        options={vatPeriods(form.values.issuedOn, invoice.vatPeriod)}
        {...form.field('vatPeriod')}
      />
    </CorrectionFrame>
  )
}

const monthsMax = 49

/** Months in which its VAT may be deducted: from that of the invoice to the next one, four years at most. */
function vatPeriods(issuedOn: string, chosen: string | null) {
  const first = (isCalendarDate(issuedOn) ? issuedOn : today()).slice(0, 7)
  const [year = 0, month = 1] = first.split('-').map(Number)
  const months = Array.from({ length: monthsMax }, (_, index) => {
    const at = year * 12 + month - 1 + index
    return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`
  })
  const shown = months.filter((value, index) => index < 4 || value <= today().slice(0, 7))
  const all = chosen && !shown.includes(chosen) ? [chosen, ...shown] : shown
  return all.map((value) => ({ value, label: `${value.slice(5)}/${value.slice(0, 4)}` }))
}
