import { isSepaIban, isValidIban } from '#app/kernel/iban'
import { nullForEmpty } from '~/kit/empty_texts'
import { CheckboxField } from '~/kit/fields/choice_fields'
import { IbanField } from '~/kit/fields/iban_field'
import { TextField } from '~/kit/fields/text_fields'
import { FormDialog } from '~/kit/form_dialog'
import { useFormSubmission } from '~/kit/use_form_submission'
import { urlFor } from '~/urls'
import type { EmployeeHead } from './employee_page'

type Props = { employee: EmployeeHead; onClose: () => void }

/** A new bank account of an employee; nothing is paid to it before somebody else verifies it. */
export function NewBankDialog({ employee, onClose }: Props) {
  const form = useFormSubmission({
    initial: { iban: '', bic: '', holder_name: employee.name, is_confirmed: false },
    url: urlFor('employees.banks.store', { id: employee.id }),
    leaving: 'allow',
    transform: ({ is_confirmed, ...texts }) => ({ ...nullForEmpty(texts), is_confirmed }),
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
