import { FormDialog } from '~/kit/dialog/form_dialog'
import { SelectField } from '~/kit/fields/choice_fields'
import { IbanField } from '~/kit/fields/iban_field'
import { TaxIdField } from '~/kit/fields/tax_id_field'
import { TextField } from '~/kit/fields/text_fields'
import type { PickerOption } from '~/kit/fields/use_picker_options'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { urlFor } from '~/urls'
import type { ReviewPage } from '../review/review_types'
import { findCreated, newProvider } from './new_provider'

type Props = { page: ReviewPage; onClose: () => void; onCreated: (provider: PickerOption) => void }

const taxIdTypes = [
  { value: 'cif', label: 'NIF de entidad' },
  { value: 'nif', label: 'NIF de persona' },
  { value: 'nie', label: 'NIE' },
  { value: 'vat_eu', label: 'NIF-IVA de la UE' },
  { value: 'foreign', label: 'Extranjero' },
  { value: 'none', label: 'Sin identificación' },
]
const kinds = [
  { value: 'supplier', label: 'Proveedor' },
  { value: 'professional', label: 'Profesional' },
  { value: 'landlord', label: 'Arrendador' },
  { value: 'public_body', label: 'Organismo público' },
  { value: 'group_company', label: 'Empresa del grupo' },
  { value: 'marketplace', label: 'Plataforma' },
]
const spanish = ['cif', 'nif', 'nie']

/** Registers the supplier that the document prints, every field already filled in and to be checked. */
export function CreateProviderDialog({ page, onClose, onCreated }: Props) {
  const form = useFormSubmission({
    initial: newProvider(page),
    url: urlFor('providers.store'),
    method: 'post',
    leaving: 'allow',
    transform: (values) => ({ ...values, invoiceId: page.invoice.id }),
    onSuccess: () => void choose(),
  })
  const { taxId, legalName, taxIdType: type } = form.values

  async function choose() {
    onClose()
    const created = await findCreated(taxId === '' ? legalName : taxId)
    if (created) onCreated(created)
  }

  return (
    <FormDialog
      opened
      onClose={onClose}
      title="Crear proveedor"
      form={form}
      submitLabel="Crear proveedor"
      size="lg"
    >
      <TextField label="Razón social" isRequired hasFocus lengthMax={160} {...form.field('legalName')} />
      <SelectField
        label="Tipo de identificación"
        isRequired
        options={taxIdTypes}
        {...form.field('taxIdType')}
      />
      {type === 'none' ? (
        <TextField
          label="Motivo de no tener NIF"
          isRequired
          lengthMax={200}
          {...form.field('noTaxIdReason')}
        />
      ) : (
        <TaxIdField
          label="NIF"
          isRequired
          accepts={spanish.includes(type ?? '') ? 'spanish' : 'any'}
          {...form.field('taxId')}
        />
      )}
      <TextField label="País (código de dos letras)" isRequired lengthMax={2} {...form.field('country')} />
      <SelectField label="Clase" isRequired options={kinds} {...form.field('kind')} />
      <SelectField
        label="Categoría habitual"
        options={page.categories.map(({ id, name }) => ({ value: String(id), label: name }))}
        {...form.field('categoryId')}
      />
      <TextField label="Correo electrónico" type="email" {...form.field('email')} />
      <IbanField
        label="IBAN"
        help="Quedará sin verificar: otra persona debe comprobarlo antes de pagar."
        {...form.field('iban')}
      />
      <TextField label="Titular de la cuenta" {...form.field('holderName')} />
    </FormDialog>
  )
}
