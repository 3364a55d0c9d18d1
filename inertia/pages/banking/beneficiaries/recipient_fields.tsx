import { Loader } from '@mantine/core'
import { SelectField } from '~/kit/fields/choice_fields'
import { DayField } from '~/kit/fields/day_field'
import { IbanField } from '~/kit/fields/iban_field'
import { TextField } from '~/kit/fields/text_fields'
import { LoadFailure } from '~/kit/load_failure'
import { asksEmail, type RecipientField, type RecipientOffers } from './recipient_types'
import type { useRecipientForm } from './use_recipient_form'

type Props = ReturnType<typeof useRecipientForm> & { offers: RecipientOffers }

/** The fields of a new beneficiary: who it is, and what the bank asks for in its currency and country. */
export function RecipientFields({
  offers,
  form,
  kinds,
  kind,
  message,
  isAsking,
  askAgain,
  setField,
  setKind,
}: Props) {
  return (
    <>
      {offers.currencies.length > 1 ? (
        <SelectField
          label="Divisa en la que cobra"
          isRequired
          options={offers.currencies}
          {...form.field('currency')}
        />
      ) : null}
      {offers.countries.length > 0 ? (
        <SelectField label="País" options={offers.countries} {...form.field('country')} />
      ) : null}
      <TextField
        label="Nombre"
        isRequired
        lengthMin={2}
        lengthMax={140}
        help="Como figura en su cuenta."
        {...form.field('name')}
      />
      {kinds.length > 1 ? (
        <SelectField
          label="Tipo de cuenta"
          isRequired
          options={kinds.map(({ code, title }) => ({ value: code, label: title }))}
          {...form.field('kind')}
          value={kind?.code ?? null}
          onChange={setKind}
        />
      ) : null}
      {kind?.fields.map((field) => (
        <RecipientInput
          key={`${kind.code} ${field.key}`}
          field={field}
          value={form.values.values[field.key] ?? ''}
          error={form.errors[`values.${field.key}`]}
          onChange={(value) => setField(field, value)}
        />
      ))}
      {isAsking ? <Loader size="sm" aria-label="Cargando los campos" /> : null}
      {message ? <LoadFailure text={message} askAgain={askAgain} /> : null}
      {kind && !asksEmail(kind) ? (
        <TextField label="Correo electrónico" type="email" lengthMax={120} {...form.field('email')} />
      ) : null}
      <TextField
        label="Referencia"
        lengthMax={100}
        help="Contrato o número de cliente: se propone como concepto de sus pagos."
        {...form.field('reference')}
      />
    </>
  )
}

type InputProps = {
  field: RecipientField
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

function RecipientInput({ field, value, error, onChange }: InputProps) {
  const { key, label, kind, isNeeded, options, example, minLength, maxLength } = field
  const shared = { name: `values.${key}`, label, isRequired: isNeeded, ...(error ? { error } : {}) }
  if (kind === 'select')
    return (
      <SelectField
        {...shared}
        options={options}
        value={value === '' ? null : value}
        onChange={(chosen) => onChange(chosen ?? '')}
      />
    )
  if (kind === 'date') return <DayField {...shared} value={value} onChange={onChange} />
  if (/(^|\.)iban$/i.test(key)) return <IbanField {...shared} value={value} onChange={onChange} />
  return (
    <TextField
      {...shared}
      value={value}
      onChange={onChange}
      {...(example ? { placeholder: example } : {})}
      {...(minLength ? { lengthMin: minLength } : {})}
      {...(maxLength ? { lengthMax: maxLength } : {})}
    />
  )
}
