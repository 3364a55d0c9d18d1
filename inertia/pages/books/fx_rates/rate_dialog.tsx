import { today } from '#app/kernel/time/calendar_date'
import { FormDialog } from '~/kit/dialog/form_dialog'
import { CheckboxField, SelectField } from '~/kit/fields/choice_fields'
import { DayField } from '~/kit/fields/day_field'
import { TextField } from '~/kit/fields/text_fields'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { urlFor } from '~/urls'

type Props = { currencies: { value: string; label: string }[]; onClose: () => void }

/** A rate by hand, for a day without one of the bank's or instead of it. */
export function RateDialog({ currencies, onClose }: Props) {
  const form = useFormSubmission({
    initial: {
      currency: (currencies.length === 1 ? currencies[0]?.value : null) ?? (null as string | null),
      onDate: today() as string,
      rate: '',
      isConfirmed: false,
    },
    url: urlFor('accounts.fx-rates.store'),
    leaving: 'allow',
    onSuccess: onClose,
  })
  return (
    <FormDialog opened onClose={onClose} title="Añadir tipo de cambio" form={form}>
      <SelectField label="Divisa" isRequired options={currencies} {...form.field('currency')} />
      <DayField label="Fecha" isRequired {...form.field('onDate')} />
      <TextField
        label="Unidades por 1 €"
        help="Como los publica el Banco Central Europeo: 1,0842 dólares por euro."
        isRequired
        lengthMax={18}
        {...form.field('rate')}
      />
      {form.errors.rate ? (
        <CheckboxField
          label="Es correcto aunque se aparte del último conocido"
          {...form.field('isConfirmed')}
        />
      ) : null}
    </FormDialog>
  )
}
