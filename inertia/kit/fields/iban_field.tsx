import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { formatIban, ibanBankName, ibanProblem, normalizeIban } from '#app/kernel/identifiers/iban'
import { type FieldProps, inputProps } from '~/kit/fields/field_props'
import { problemMark } from '~/kit/form/form_problems'

/** An IBAN, checked while typing; a Spanish one names its bank. The value has no spaces. */
export function IbanField(field: FieldProps<string>) {
  const [isTouched, setIsTouched] = useState(false)
  const iban = normalizeIban(field.value)
  const isLong = iban.length >= 24 || isTouched
  const problem = iban !== '' && isLong ? ibanProblem(iban) : null
  const bank = iban.length >= 8 ? ibanBankName(iban) : null
  return (
    <TextInput
      {...inputProps(field)}
      {...problemMark(iban === '' ? null : ibanProblem(iban))}
      description={bank ? <strong>{bank}</strong> : field.help}
      error={field.error ?? problem}
      autoComplete="off"
      spellCheck={false}
      placeholder={field.placeholder ?? 'ES00 0000 0000 0000 0000 0000'}
      styles={{ input: { fontVariantNumeric: 'tabular-nums' } }}
      value={formatIban(field.value)}
      onBlur={() => setIsTouched(true)}
      onChange={(event) => {
        setIsTouched(false)
        field.onChange(normalizeIban(event.currentTarget.value))
      }}
    />
  )
}
