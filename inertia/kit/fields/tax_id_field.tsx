import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { isPersonalTaxId } from '#app/kernel/identifiers/personal_id'
import { normalizeTaxId, taxIdKind, taxIdProblem } from '#app/kernel/identifiers/tax_id'
import { type FieldProps, inputProps } from '~/kit/fields/field_props'

type Props = FieldProps<string> & {
  /**
   * `any` also takes what has no Spanish shape: the VAT numbers of other countries; `foreign` checks nothing, for what is
   * said to be of another country; `person` takes only a DNI or NIE.
   */
  accepts?: 'spanish' | 'any' | 'foreign' | 'person'
}

/** A NIF, checked when it is complete. The value is normalised when the field is left. */
export function TaxIdField({ accepts = 'spanish', ...field }: Props) {
  const [isTouched, setIsTouched] = useState(false)
  const isComplete = taxIdKind(field.value) !== null
  const isChecked = accepts !== 'foreign' && (isComplete || (isTouched && accepts !== 'any'))
  const problem = field.value !== '' && isChecked ? problemOf(field.value, accepts) : null
  return (
    <TextInput
      {...inputProps(field)}
      error={field.error ?? problem}
      autoComplete="off"
      spellCheck={false}
      value={field.value}
      onChange={(event) => {
        setIsTouched(false)
        field.onChange(event.currentTarget.value.toUpperCase())
      }}
      onBlur={() => {
        setIsTouched(true)
        if (accepts === 'spanish' || accepts === 'person' || isComplete)
          field.onChange(normalizeTaxId(field.value))
      }}
    />
  )
}

function problemOf(text: string, accepts: Props['accepts']): string | null {
  if (accepts !== 'person') return taxIdProblem(text)
  return isPersonalTaxId(text) ? null : 'El DNI/NIE no es válido.'
}
