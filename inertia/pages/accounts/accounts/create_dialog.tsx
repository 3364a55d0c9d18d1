import { today } from '#app/kernel/calendar_date'
import { AmountField } from '~/kit/fields/amount_field'
import { SelectField } from '~/kit/fields/choice_fields'
import { DayField } from '~/kit/fields/day_field'
import { IbanField } from '~/kit/fields/iban_field'
import { TextField } from '~/kit/fields/text_fields'
import { FormDialog } from '~/kit/form_dialog'
import { useFormSubmission } from '~/kit/use_form_submission'
import { useShared } from '~/shared_props'
import { urlFor } from '~/urls'

type Option = { value: string; label: string }
type Props = { kinds: Option[]; providers: Option[]; currencies: Option[]; onClose: () => void }

/** Opens a main account of a company, with its ledger account and its opening balance. */
export function CreateAccountDialog({ kinds, providers, currencies, onClose }: Props) {
  const { sites } = useShared()
  const form = useFormSubmission({
    initial: {
      site_id: sites.length === 1 ? String(sites[0]?.id) : (null as string | null),
      name: '',
      kind: 'bank' as string | null,
      provider_code: 'sepa_file' as string | null,
      currency: 'EUR' as string | null,
      iban: '',
      holder_name: '',
      opening_balance: '',
      opened_on: today() as string,
    },
    url: urlFor('accounts.store'),
    leaving: 'allow',
    onSuccess: onClose,
    transform: ({ opening_balance, ...rest }) => ({
      ...rest,
      ...(opening_balance ? { opening_balance } : {}),
    }),
  })
  const isBank = form.values.kind === 'bank'
  return (
    <FormDialog opened onClose={onClose} title="Crear cuenta" form={form} submitLabel="Crear cuenta">
      <SelectField
        label="Empresa"
        isRequired
        options={sites.map((site) => ({ value: String(site.id), label: site.name }))}
        {...form.field('site_id')}
      />
      <TextField label="Nombre" isRequired hasFocus lengthMax={80} {...form.field('name')} />
      <SelectField label="Tipo" isRequired options={kinds} {...form.field('kind')} />
      <SelectField label="Entidad" isRequired options={providers} {...form.field('provider_code')} />
      <SelectField label="Divisa" isRequired options={currencies} {...form.field('currency')} />
      <IbanField label="IBAN" isRequired={isBank} {...form.field('iban')} />
      <TextField label="Titular" lengthMax={70} {...form.field('holder_name')} />
      <AmountField
        label="Saldo inicial"
        currency={form.values.currency ?? 'EUR'}
        isNegativeAllowed
        {...form.field('opening_balance')}
      />
      <DayField label="Fecha del saldo inicial" isRequired {...form.field('opened_on')} />
    </FormDialog>
  )
}
