import { isSepaIban, isValidIban } from '#app/kernel/iban'
import { nullForEmpty } from '~/kit/empty_texts'
import { CheckboxField, SelectField } from '~/kit/fields/choice_fields'
import { IbanField } from '~/kit/fields/iban_field'
import { TextField } from '~/kit/fields/text_fields'
import { FormDialog } from '~/kit/form_dialog'
import { useFormSubmission } from '~/kit/use_form_submission'
import type { Payee } from './bank_types'

type Props = { payee: Payee; onClose: () => void }

/** A new bank account of a payee; nothing is paid to it before somebody else verifies it. */
export function NewBankDialog({ payee, onClose }: Props) {
  const form = useFormSubmission({
    initial: {
      iban: '',
      bic: '',
      holder_name: payee.name,
      label: '',
      site_id: null as string | null,
      is_confirmed: false,
    },
    url: payee.urls.store,
    leaving: 'allow',
    transform: ({ is_confirmed, site_id, ...texts }) => ({
      ...nullForEmpty(texts),
      is_confirmed,
      site_id: site_id === null ? null : Number(site_id),
    }),
    onSuccess: onClose,
  })
  const { iban, is_confirmed: isConfirmed } = form.values
  const doubt = form.errors.is_confirmed
  const needsBic = (isValidIban(iban) && !isSepaIban(iban)) || form.errors.bic !== undefined
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
      {needsBic ? <TextField label="BIC" isRequired lengthMax={11} {...form.field('bic')} /> : null}
      <TextField label="Titular" isRequired lengthMax={140} {...form.field('holder_name')} />
      {payee.isNamed ? (
        <TextField
          label="Nombre de la cuenta"
          lengthMax={60}
          help="Por ejemplo, «Cuenta principal»."
          {...form.field('label')}
        />
      ) : null}
      {payee.sites ? (
        <SelectField
          label="Solo para los pagos de"
          help="Sin empresa, para todas."
          options={payee.sites}
          {...form.field('site_id')}
        />
      ) : null}
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
