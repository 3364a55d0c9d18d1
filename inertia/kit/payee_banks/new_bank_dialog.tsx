import { FormDialog } from '~/kit/dialog/form_dialog'
import { CheckboxField, SelectField } from '~/kit/fields/choice_fields'
import { TextField } from '~/kit/fields/text_fields'
import { AccountFields } from './account_fields'
import type { Payee } from './bank_types'
import { useBankForm } from './use_bank_form'

type Props = { payee: Payee; onClose: () => void }

/** A new bank account of a payee; nothing is paid to it before somebody else verifies it. */
export function NewBankDialog({ payee, onClose }: Props) {
  const form = useBankForm(payee, onClose)
  const { isConfirmed } = form.values
  const doubt = form.errors.is_confirmed
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
      <AccountFields form={form} payee={payee} />
      <TextField label="Titular" isRequired lengthMax={140} {...form.field('holderName')} />
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
          {...form.field('siteId')}
        />
      ) : null}
      {doubt === undefined ? null : (
        <CheckboxField
          name="is_confirmed"
          label="Confirmo que la cuenta es correcta"
          value={isConfirmed}
          onChange={(isTicked) => form.set({ isConfirmed: isTicked })}
        />
      )}
    </FormDialog>
  )
}
