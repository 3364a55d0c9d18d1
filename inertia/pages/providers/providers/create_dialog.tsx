import { FormDialog } from '~/kit/dialog/form_dialog'
import { SelectField } from '~/kit/fields/choice_fields'
import { IbanField } from '~/kit/fields/iban_field'
import { TextField } from '~/kit/fields/text_fields'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { nullForEmpty } from '~/kit/list/empty_texts'
import { urlFor } from '~/urls'
import { DuplicatePanel } from './duplicate_panel'
import { type Category, categoryOptions, countryOptions, providerKinds, taxIdTypes } from './provider_options'
import styles from './providers.module.css'
import { TaxIdInput } from './tax_id_input'

type Props = { categories: Category[]; onClose: () => void }

/** A new provider, with its first bank account when it is known (it waits for verification). */
export function CreateDialog({ categories, onClose }: Props) {
  const form = useNewProvider(onClose)
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="Nuevo proveedor"
      form={form}
      submitLabel="Crear proveedor"
      size="lg"
    >
      <TextField label="Razón social" isRequired hasFocus lengthMax={160} {...form.field('legal_name')} />
      <TextField label="Nombre comercial" lengthMax={160} {...form.field('trade_name')} />
      <div className={styles.pair}>
        <SelectField label="Tipo de NIF" isRequired options={taxIdTypes} {...form.field('tax_id_type')} />
        {form.values.tax_id_type === 'none' ? (
          <TextField
            label="Motivo de no tener NIF"
            isRequired
            lengthMax={200}
            {...form.field('no_tax_id_reason')}
          />
        ) : (
          <TaxIdInput type={form.values.tax_id_type} {...form.field('tax_id')} />
        )}
      </div>
      <DuplicatePanel name={form.values.legal_name} taxId={form.values.tax_id} iban={form.values.iban} />
      <div className={styles.pair}>
        <SelectField label="País" isRequired options={countryOptions()} {...form.field('country')} />
        <SelectField label="Tipo" isRequired options={providerKinds} {...form.field('kind')} />
      </div>
      <div className={styles.pair}>
        <SelectField label="Categoría" options={categoryOptions(categories)} {...form.field('category_id')} />
        <TextField label="Correo electrónico" type="email" {...form.field('email')} />
      </div>
      <IbanField
        label="IBAN"
        help="Otra persona deberá verificarlo antes del primer pago."
        {...form.field('iban')}
      />
      <TextField
        label="Titular de la cuenta"
        lengthMax={140}
        help="Si se deja vacío, la razón social."
        {...form.field('holder_name')}
      />
    </FormDialog>
  )
}

function useNewProvider(onSuccess: () => void) {
  return useFormSubmission({
    initial: {
      legal_name: '',
      trade_name: '',
      tax_id_type: 'cif' as string | null,
      tax_id: '',
      no_tax_id_reason: '',
      country: 'ES' as string | null,
      kind: 'supplier' as string | null,
      category_id: null as string | null,
      email: '',
      iban: '',
      holder_name: '',
    },
    url: urlFor('providers.store'),
    leaving: 'allow',
    transform: ({ category_id, tax_id, tax_id_type, ...texts }) => ({
      ...nullForEmpty(texts),
      tax_id_type,
      tax_id: tax_id_type === 'none' || tax_id === '' ? null : tax_id,
      category_id: category_id === null ? null : Number(category_id),
    }),
    onSuccess,
  })
}
