import { FormDialog } from '~/kit/dialog/form_dialog'
import type { BankHead } from '../bank_props'
import { payeeUrls } from '../bank_urls'
import styles from '../banking.module.css'
import { RecipientFields } from './recipient_fields'
import { useRecipientForm } from './use_recipient_form'

type Props = { bank: BankHead; connectionId: number; onClose: () => void }

const offers = { currencies: [{ value: 'EUR', label: 'EUR' }], countries: [] }

/** A new beneficiary of a bank that pays in euros alone. */
export function BeneficiaryDialog({ bank, connectionId, onClose }: Props) {
  const urls = payeeUrls(bank, connectionId)
  const recipient = useRecipientForm({
    formUrl: urls.form,
    storeUrl: urls.all,
    currency: 'EUR',
    leaving: 'allow',
    onSuccess: onClose,
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="Nuevo beneficiario"
      form={recipient.form}
      submitLabel="Crear beneficiario"
      isDisabled={recipient.kind === null}
    >
      <p className={styles.quiet}>
        Otra persona tendrá que verificarlo antes del primer pago. {bank.title} puede pedir que lo firme en su
        aplicación mientras se guarda.
      </p>
      <RecipientFields {...recipient} offers={offers} />
    </FormDialog>
  )
}
