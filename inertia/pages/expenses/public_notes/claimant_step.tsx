import { CheckboxField } from '~/kit/fields/choice_fields'
import { IbanField } from '~/kit/fields/iban_field'
import { TaxIdField } from '~/kit/fields/tax_id_field'
import { TextField } from '~/kit/fields/text_fields'
import type { FormOf } from '~/kit/form/use_form_submission'
import type { PublicValues } from './public_values'

export type PublicForm = FormOf<PublicValues>

/** Who asks for their expenses, and where they are paid. */
export function ClaimantStep({ form, hasSite }: { form: PublicForm; hasSite: boolean }) {
  return (
    <>
      <TextField
        label="Nombre y apellidos"
        isRequired
        lengthMax={120}
        autoComplete="name"
        {...form.field('name')}
      />
      <TaxIdField
        label={form.values.isForeignId ? 'Número de documento' : 'NIF'}
        isRequired
        accepts={form.values.isForeignId ? 'foreign' : 'spanish'}
        {...form.field('taxId')}
      />
      <CheckboxField
        label="Mi documento no es español"
        help="Pasaporte o número fiscal de otro país."
        {...form.field('isForeignId')}
      />
      <TextField
        label="Correo electrónico"
        type="email"
        help="Aquí le enviaremos el enlace y los cambios de estado."
        isRequired
        lengthMax={254}
        autoComplete="email"
        {...form.field('email')}
      />
      <IbanField label="IBAN donde quiere cobrar" isRequired {...form.field('iban')} />
      {hasSite ? null : (
        <TaxIdField label="NIF de la empresa que le paga" isRequired {...form.field('siteTaxId')} />
      )}
    </>
  )
}
