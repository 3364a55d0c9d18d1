import { Facts } from '~/kit/detail_page'
import { SelectField } from '~/kit/fields/choice_fields'
import { FormDialog } from '~/kit/form_dialog'
import { useFormSubmission } from '~/kit/use_form_submission'
import { urlFor } from '~/urls'
import { verificationMethods } from './provider_options'
import type { Bank } from './provider_page'

type Props = { providerId: number; bank: Bank; onClose: () => void }

/** A second person says how they made sure that the account belongs to the provider. */
export function VerifyBankDialog({ providerId, bank, onClose }: Props) {
  const form = useFormSubmission({
    initial: { method: null as string | null },
    url: urlFor('providers.banks.verify', { id: providerId, bank: bank.id }),
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
          { label: 'IBAN', value: <span className="num">{bank.iban}</span> },
          { label: 'Banco', value: bank.bank ?? '–' },
          { label: 'Titular', value: bank.holder },
          { label: 'La añadió', value: bank.creator ?? '–' },
        ]}
      />
      <SelectField
        label="Cómo se ha comprobado"
        isRequired
        options={verificationMethods}
        help="El primer pago podrá salir pasadas 48 horas."
        {...form.field('method')}
      />
    </FormDialog>
  )
}
