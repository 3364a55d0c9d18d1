import { Facts } from '~/kit/detail_page'
import { SelectField } from '~/kit/fields/choice_fields'
import { FormDialog } from '~/kit/form_dialog'
import { useFormSubmission } from '~/kit/use_form_submission'
import { urlFor } from '~/urls'
import type { Bank } from './employee_page'
import type { Choice } from './employee_row'
import { ShownIban } from './shown_iban'

type Props = { employeeId: number; bank: Bank; methods: Choice[]; onClose: () => void }

/** A second person says how they made sure that the account belongs to the employee. */
export function VerifyBankDialog({ employeeId, bank, methods, onClose }: Props) {
  const form = useFormSubmission({
    initial: { method: null as string | null },
    url: urlFor('employees.banks.verify', { id: employeeId, bank: bank.id }),
    leaving: 'allow',
    onSuccess: onClose,
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="Verificar la cuenta"
      form={form}
      submitLabel="Verificar la cuenta"
      isDisabled={form.values.method === null}
    >
      <Facts
        facts={[
          { label: 'IBAN', value: <ShownIban employeeId={employeeId} bank={bank} /> },
          { label: 'Banco', value: bank.bank ?? '–' },
          { label: 'Titular', value: bank.holder },
          { label: 'La añadió', value: bank.creator ?? '–' },
        ]}
      />
      <SelectField
        label="Cómo se ha comprobado"
        isRequired
        options={methods}
        help="El primer pago podrá salir pasadas 48 horas."
        {...form.field('method')}
      />
    </FormDialog>
  )
}
