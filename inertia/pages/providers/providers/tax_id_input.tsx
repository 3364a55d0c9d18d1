import { TaxIdField } from '~/kit/fields/tax_id_field'
import { TextField } from '~/kit/fields/text_fields'
import type { FieldBinding } from '~/kit/form/form_fields'

const spanish = ['nif', 'cif', 'nie']

/** The tax number of the chosen kind: a Spanish one is checked while typing; «Sin NIF» asks for none. */
export function TaxIdInput({ type, ...field }: FieldBinding<string> & { type: string | null }) {
  if (type === 'none') return <TextField label="NIF" isDisabled {...field} value="" />
  return (
    <TaxIdField
      label="NIF"
      isRequired
      accepts={spanish.includes(type ?? '') ? 'spanish' : 'any'}
      {...field}
    />
  )
}
