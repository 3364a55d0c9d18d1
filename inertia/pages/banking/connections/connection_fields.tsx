import { CheckboxField, SelectField } from '~/kit/fields/choice_fields'
import { PickerField } from '~/kit/fields/picker_field'
import { TextField } from '~/kit/fields/text_fields'
import type { FormOf } from '~/kit/form/use_form_submission'
import { withQuery } from '~/urls'
import type { BankHead, Option } from '../bank_props'
import type { ChoiceField, ConnectionValues, FormProps } from './connection_types'

type Props<Values extends ConnectionValues> = {
  bank: BankHead
  form: FormOf<Values>
  offers: FormProps
  siteId: string | null
  /** What a test has just found to choose from. */
  found?: Record<string, Option[]> | undefined
}

/** What a connection is called, where it leads and where its fees are booked. */
export function ConnectionFields<Values extends ConnectionValues>({
  bank,
  form,
  offers,
  siteId,
  found,
}: Props<Values>) {
  return (
    <>
      <TextField
        label="Etiqueta"
        isRequired
        lengthMin={2}
        lengthMax={80}
        placeholder={`${bank.title} Hotel Sol`}
        help="Con ella se distingue en las listas."
        {...form.field('label')}
      />
      <SelectField
        label="Entorno"
        isRequired
        options={offers.environments}
        help="Con cualquiera que no sea el real no se mueve dinero."
        {...form.field('environment')}
      />
      {form.values.environment === 'sandbox_local' ? (
        <TextField
          label="Dirección del simulador"
          isRequired
          lengthMax={200}
          placeholder="http://127.0.0.1:4010"
          {...form.field('baseUrl')}
        />
      ) : null}
      {offers.choices.map((field) => (
        <ChoiceInput
          key={field.key}
          field={field}
          options={found?.[field.key]}
          error={form.errors[`choices.${field.key}`]}
          value={form.values.choices[field.key] ?? ''}
          onChange={(text) => form.change('choices')((choices) => ({ ...choices, [field.key]: text }))}
        />
      ))}
      {offers.switches.map(({ key, label, help }) => (
        <CheckboxField
          key={key}
          name={`switches.${key}`}
          label={label}
          help={help}
          value={form.values.switches[key] ?? false}
          onChange={(isOn) => form.change('switches')((switches) => ({ ...switches, [key]: isOn }))}
        />
      ))}
      <PickerField
        label="Cuenta de comisiones"
        help="Donde se contabiliza lo que cobra el banco, por ejemplo 626."
        isDisabled={siteId === null}
        placeholder={siteId === null ? 'Elija antes la empresa' : undefined}
        url={withQuery(`/${bank.path}/ledger-accounts`, { site_id: siteId })}
        {...form.field('feeAccount', 'fee_account_id')}
      />
    </>
  )
}

type ChoiceProps = {
  field: ChoiceField
  options: Option[] | undefined
  error: string | undefined
  value: string
  onChange: (value: string) => void
}

/** One of those that a test has found, or its number as the provider tells it. */
function ChoiceInput({ field: { key, label, help }, options, error, value, onChange }: ChoiceProps) {
  const shared = { name: `choices.${key}`, label, help, ...(error ? { error } : {}) }
  if (!options) return <TextField {...shared} value={value} onChange={onChange} lengthMax={100} />
  return (
    <SelectField
      {...shared}
      options={options}
      value={value === '' ? null : value}
      onChange={(chosen) => onChange(chosen ?? '')}
    />
  )
}

/** What is sent of the fields that all connections have. */
export const sentConnection = ({
  feeAccount,
  secrets,
  baseUrl,
  environment,
  label,
  choices,
  switches,
}: ConnectionValues) => ({
  label,
  environment,
  baseUrl: environment === 'sandbox_local' ? baseUrl.trim() : null,
  feeAccountId: feeAccount ? Number(feeAccount.value) : null,
  credentials: secrets,
  choices,
  switches,
})
