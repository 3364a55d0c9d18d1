import { today } from '#app/kernel/time/calendar_date'
import { FormDialog } from '~/kit/dialog/form_dialog'
import { AmountField } from '~/kit/fields/amount_field'
import { RadioField, SelectField } from '~/kit/fields/choice_fields'
import { DayField } from '~/kit/fields/day_field'
import { IbanField } from '~/kit/fields/iban_field'
import { PickerField } from '~/kit/fields/picker_field'
import { TextField } from '~/kit/fields/text_fields'
import type { PickerOption } from '~/kit/fields/use_picker_options'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { useShared } from '~/shared_props'
import { urlFor, withQuery } from '~/urls'
import type { Option } from './account_props'

type Props = { kinds: Option[]; providers: Option[]; currencies: Option[]; onClose: () => void }

const ledgerChoices = [
  { value: 'auto', label: 'Automática: la siguiente libre de su grupo' },
  { value: 'manual', label: 'Elegir una del plan de la empresa' },
]

/** Opens a main account of a company, with its ledger account and its opening balance. */
export function CreateAccountDialog({ kinds, providers, currencies, onClose }: Props) {
  const { sites } = useShared()
  const form = useNewAccount(sites, onClose)
  const { siteId, kind, currency } = form.values
  const isComplete = siteId !== null && kind !== null && currency !== null
  const deciding = (name: 'siteId' | 'kind' | 'currency') => decidingField(form, name)
  return (
    <FormDialog opened onClose={onClose} title="Crear cuenta" form={form} submitLabel="Crear cuenta">
      <SelectField
        label="Empresa"
        isRequired
        options={sites.map((site) => ({ value: String(site.id), label: site.name }))}
        {...deciding('siteId')}
      />
      <TextField label="Nombre" isRequired hasFocus lengthMax={80} {...form.field('name')} />
      <SelectField label="Tipo" isRequired options={kinds} {...deciding('kind')} />
      <SelectField label="Entidad" isRequired options={providers} {...form.field('providerCode')} />
      <SelectField label="Divisa" isRequired options={currencies} {...deciding('currency')} />
      {kind === 'card' && isComplete ? <ParentField form={form} /> : null}
      <IbanField label="IBAN" isRequired={kind === 'bank'} {...form.field('iban')} />
      <TextField label="BIC" lengthMax={11} {...form.field('bic')} />
      <TextField label="Titular" lengthMax={70} {...form.field('holderName')} />
      <RadioField label="Cuenta contable" options={ledgerChoices} {...form.field('ledgerAccount')} />
      {form.values.ledgerAccount === 'manual' ? <LedgerField form={form} isComplete={isComplete} /> : null}
      <AmountField
        label="Saldo inicial"
        currency={currency ?? 'EUR'}
        isNegativeAllowed
        {...form.field('openingBalance')}
      />
      <DayField label="Fecha del saldo inicial" isRequired {...form.field('openedOn')} />
    </FormDialog>
  )
}

function useNewAccount(sites: { id: number }[], onSuccess: () => void) {
  return useFormSubmission({
    initial: {
      siteId: sites.length === 1 ? String(sites[0]?.id) : (null as string | null),
      name: '',
      kind: 'bank' as string | null,
      providerCode: 'sepa_file' as string | null,
      currency: 'EUR' as string | null,
      iban: '',
      bic: '',
      holderName: '',
      parent: null as PickerOption | null,
      ledgerAccount: 'auto',
      ledger: null as PickerOption | null,
      openingBalance: '',
      openedOn: today() as string,
    },
    url: urlFor('accounts.store'),
    leaving: 'allow',
    onSuccess,
    transform: ({ openingBalance, parent, ledger, ...rest }) => ({
      ...rest,
      parentAccountId: rest.kind === 'card' ? (parent?.value ?? null) : null,
      ledgerAccountId: rest.ledgerAccount === 'manual' ? (ledger?.value ?? null) : null,
      ...(openingBalance ? { openingBalance } : {}),
    }),
  })
}

type NewAccountForm = ReturnType<typeof useNewAccount>

/** What was chosen for another company, kind or currency does not hold for this one. */
function decidingField(form: NewAccountForm, name: 'siteId' | 'kind' | 'currency') {
  const bound = form.field(name)
  return {
    ...bound,
    onChange(value: string | null) {
      bound.onChange(value)
      form.set({ parent: null, ledger: null })
    },
  }
}

/** Which accounts can be chosen: those of the same company, kind and currency. */
const decided = ({ values: { siteId, kind, currency } }: NewAccountForm) => ({
  site_id: siteId,
  kind,
  currency,
})

function ParentField({ form }: { form: NewAccountForm }) {
  const options = decided(form)
  return (
    <PickerField
      key={JSON.stringify(options)}
      label="Cuenta bancaria de cargo"
      help="La cuenta en la que el banco carga esta tarjeta; ninguna si es de prepago."
      url={withQuery(urlFor('accounts.options.parents'), options)}
      {...form.field('parent', 'parent_account_id')}
    />
  )
}

function LedgerField({ form, isComplete }: { form: NewAccountForm; isComplete: boolean }) {
  const options = decided(form)
  return (
    <PickerField
      key={JSON.stringify(options)}
      label="Cuenta del plan"
      isRequired
      isDisabled={!isComplete}
      help={
        isComplete
          ? 'Solo las que admiten apuntes, son de este tipo y no están vinculadas.'
          : 'Elija antes la empresa.'
      }
      url={withQuery(urlFor('accounts.options.ledger'), options)}
      {...form.field('ledger', 'ledger_account_id')}
    />
  )
}
