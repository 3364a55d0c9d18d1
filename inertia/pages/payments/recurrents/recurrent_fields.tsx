import { AmountField } from '~/kit/fields/amount_field'
import { RadioField, SelectField } from '~/kit/fields/choice_fields'
import { DayField } from '~/kit/fields/day_field'
import { PickerField } from '~/kit/fields/picker_field'
import { TextField } from '~/kit/fields/text_fields'
import { urlFor, withQuery } from '~/urls'
import styles from '../orders/orders.module.css'
import { SiteAccountField } from '../site_account_field'
import type { Choices } from './recurrent_rows'
import type { RecurrentForm } from './use_recurrent_form'

type Props = { form: RecurrentForm; choices: Choices; isShort?: boolean }

const holidayRules = [
  { value: 'next', label: 'El siguiente día hábil' },
  { value: 'previous', label: 'El día hábil anterior' },
]
const bookings = [
  { value: 'payable', label: 'Contra la cuenta del proveedor (llegará factura)' },
  { value: 'expense', label: 'Sin factura, directo a gasto' },
]

/** The fields of an agreement; the short form leaves out what has a good beginning. */
export function RecurrentFields({ form, choices, isShort = false }: Props) {
  const { amountMode: mode, booking, siteId } = form.values
  return (
    <div className={styles.stack}>
      <PickerField
        label="Beneficiario"
        isRequired
        url={urlFor('providers.options')}
        {...form.field('provider', 'provider_id')}
      />
      <TextField label="Concepto" isRequired lengthMax={120} {...form.field('concept')} />
      <SelectField label="Tipo" isRequired options={choices.kinds} {...form.field('kind')} />
      <RadioField label="Importe" isRequired options={choices.modes} {...form.field('amountMode')} />
      {mode === 'fixed' ? (
        <AmountField label="Importe de cada pago" isRequired currency="EUR" {...form.field('amount')} />
      ) : (
        <AmountField
          label="Importe máximo"
          currency="EUR"
          help="Por encima no se crea el pago."
          {...form.field('maxAmount')}
        />
      )}
      <SelectField label="Frecuencia" isRequired options={choices.frequencies} {...form.field('frequency')} />
      <TextField
        label="Día del mes"
        isRequired
        help="31 es el último día. Los pagos semanales cuentan desde la fecha de inicio."
        {...form.field('day')}
      />
      <DayField label="Fecha de inicio" isRequired {...form.field('startOn')} />
      <DayField label="Fecha de fin" {...form.field('endOn')} />
      <SiteAccountField
        label="Cuenta de origen"
        url={urlFor('payrecurrents.accounts')}
        siteId={siteId}
        help="Sin elegir, la habitual del proveedor o la cuenta pagadora de la empresa."
        {...form.field('debtorAccountId')}
      />
      <RadioField label="Contabilización" isRequired options={bookings} {...form.field('booking')} />
      {booking === 'expense' && siteId ? (
        <PickerField
          label="Cuenta de gasto"
          isRequired
          url={withQuery(urlFor('payrecurrents.expense-accounts'), { site_id: siteId })}
          {...form.field('expenseAccount', 'expense_account_id')}
        />
      ) : null}
      {isShort ? null : <ScheduleFields form={form} />}
    </div>
  )
}

/** When it ends, when it is prepared and when its amount is looked at again. */
function ScheduleFields({ form }: Pick<Props, 'form'>) {
  return (
    <>
      <TextField
        label="Número de pagos"
        help="Vacío: hasta la fecha de fin, o sin final."
        {...form.field('occurrences')}
      />
      <RadioField
        label="Si el banco está cerrado ese día"
        isRequired
        options={holidayRules}
        {...form.field('holidayRule')}
      />
      <TextField
        label="Días de antelación"
        isRequired
        help="Cuánto antes se prepara el borrador."
        {...form.field('leadDays')}
      />
      <TextField
        label="Mes de la revisión anual"
        help="Del 1 al 12; vacío si no se revisa."
        {...form.field('revisionMonth')}
      />
      <TextField
        label="Revisión (%)"
        help="Propone el nuevo importe; alguien lo confirma."
        {...form.field('revisionPercent')}
      />
    </>
  )
}
