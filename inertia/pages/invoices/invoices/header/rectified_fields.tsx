import { formatDay, isCalendarDate } from '#app/kernel/time/calendar_date'
import { SelectField } from '~/kit/fields/choice_fields'
import { TextField } from '~/kit/fields/text_fields'
import type { FormOf } from '~/kit/form/use_form_submission'
import { moneyText } from '~/kit/money'
import type { ReviewPage } from '../review/review_types'
import type { HeaderValues } from './header_values'

type Props = { page: ReviewPage; form: FormOf<HeaderValues> }

/** What a credit note corrects: an invoice of the same supplier, or why there is none. */
export function RectifiedFields({ page: { originals }, form }: Props) {
  const options = originals.map(({ id, number, issuedOn, total }) => ({
    value: String(id),
    label: `${number} · ${isCalendarDate(issuedOn) ? formatDay(issuedOn) : issuedOn} · ${moneyText(total)}`,
  }))
  return (
    <>
      <SelectField
        label="Factura que rectifica"
        help={
          options.length === 0
            ? 'No hay facturas de este proveedor en la empresa.'
            : 'Los importes del abono restan de lo que se debe.'
        }
        options={options}
        {...form.field('rectifiesInvoiceId')}
      />
      {form.values.rectifiesInvoiceId === null ? (
        <TextField
          label="Motivo de que no la haya"
          help="Por ejemplo, «Sin factura original»."
          lengthMax={200}
          {...form.field('rectificationNote')}
        />
      ) : null}
    </>
  )
}
