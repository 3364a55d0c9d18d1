import { nullForEmpty } from '~/kit/empty_texts'
import { CheckboxField } from '~/kit/fields/choice_fields'
import { IbanField } from '~/kit/fields/iban_field'
import { TextField } from '~/kit/fields/text_fields'
import { FormDialog } from '~/kit/form_dialog'
import { useFormSubmission } from '~/kit/use_form_submission'
import { urlFor } from '~/urls'
import type { Provider } from './provider_page'

type Props = { provider: Provider; onClose: () => void }

/** A new bank account of a provider; no payment goes to it before somebody else verifies it. */
export function NewBankDialog({ provider, onClose }: Props) {
  const form = useFormSubmission({
    initial: { iban: '', holder_name: provider.legal_name, label: '', is_confirmed: false },
    url: urlFor('providers.banks.store', { id: provider.id }),
    leaving: 'allow',
    transform: ({ is_confirmed, ...texts }) => ({ ...nullForEmpty(texts), is_confirmed }),
    onSuccess: onClose,
  })
  const doubt = form.errors.is_confirmed
  const isConfirmed = form.values.is_confirmed
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="Nueva cuenta"
      form={form}
      submitLabel="Añadir cuenta"
      isDisabled={doubt !== undefined && !isConfirmed}
    >
      <div>Otra persona deberá verificarla antes del primer pago.</div>
      <IbanField label="IBAN" isRequired {...form.field('iban')} />
      <TextField label="Titular" isRequired lengthMax={140} {...form.field('holder_name')} />
      <TextField
        label="Nombre de la cuenta"
        lengthMax={60}
        help="Por ejemplo, «Cuenta principal»."
        {...form.field('label')}
      />
      {doubt === undefined ? null : (
        <CheckboxField
          name="is_confirmed"
          label="Confirmo que la cuenta es correcta"
          value={isConfirmed}
          onChange={(isTicked) => form.set({ is_confirmed: isTicked })}
        />
      )}
    </FormDialog>
  )
}
