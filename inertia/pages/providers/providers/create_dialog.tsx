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
      <TextField label="Razón social" isRequired hasFocus lengthMax={160} {...form.field('legalName')} />
      <TextField label="Nombre comercial" lengthMax={160} {...form.field('tradeName')} />
      <div className={styles.pair}>
        <SelectField label="Tipo de NIF" isRequired options={taxIdTypes} {...form.field('taxIdType')} />
        {form.values.taxIdType === 'none' ? (
          <TextField
            label="Motivo de no tener NIF"
            isRequired
            lengthMax={200}
            {...form.field('noTaxIdReason')}
          />
        ) : (
          <TaxIdInput type={form.values.taxIdType} {...form.field('taxId')} />
        )}
      </div>
      <DuplicatePanel name={form.values.legalName} taxId={form.values.taxId} iban={form.values.iban} />
      <div className={styles.pair}>
        <SelectField label="País" isRequired options={countryOptions()} {...form.field('country')} />
        <SelectField label="Tipo" isRequired options={providerKinds} {...form.field('kind')} />
      </div>
      <div className={styles.pair}>
        <SelectField label="Categoría" options={categoryOptions(categories)} {...form.field('categoryId')} />
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
        {...form.field('holderName')}
      />
    </FormDialog>
  )
}

function useNewProvider(onSuccess: () => void) {
  return useFormSubmission({
    initial: {
      legalName: '',
      tradeName: '',
      taxIdType: 'cif' as string | null,
      taxId: '',
      noTaxIdReason: '',
      country: 'ES' as string | null,
      kind: 'supplier' as string | null,
      categoryId: null as string | null,
      email: '',
      iban: '',
      holderName: '',
    },
    url: urlFor('providers.store'),
    leaving: 'allow',
    transform: ({ categoryId, taxId, taxIdType, ...texts }) => ({
      ...nullForEmpty(texts),
      taxIdType,
      taxId: taxIdType === 'none' || taxId === '' ? null : taxId,
      categoryId: categoryId === null ? null : Number(categoryId),
    }),
    onSuccess,
  })
}
