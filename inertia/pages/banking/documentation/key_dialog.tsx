import { FormDialog } from '~/kit/dialog/form_dialog'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import type { BankHead } from '../bank_props'
import { bankUrls } from '../bank_urls'
import styles from '../banking.module.css'
import type { ConnectionValues, CredentialField, Hint } from '../connections/connection_types'
import { CredentialFields } from '../connections/credential_fields'

type Props = {
  bank: BankHead
  connection: { id: number; label: string; hints: Hint[] }
  fields: CredentialField[]
  onClose: () => void
}

const initial: ConnectionValues = {
  siteId: null,
  label: '',
  environment: null,
  baseUrl: '',
  feeAccount: null,
  choices: {},
  switches: {},
  secrets: {},
}

/** New keys for a connection; what is left empty stays. */
export function KeyDialog({ bank, connection, fields, onClose }: Props) {
  const form = useFormSubmission({
    initial,
    method: 'put',
    url: bankUrls(bank.path).credentials(connection.id),
    leaving: 'allow',
    transform: ({ secrets }) => ({ credentials: secrets }),
    onSuccess: onClose,
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={`Clave de «${connection.label}»`}
      form={form}
      submitLabel="Guardar la clave"
    >
      <p className={styles.quiet}>Se guarda cifrada y no se vuelve a mostrar.</p>
      <CredentialFields form={form} fields={fields} hints={connection.hints} />
    </FormDialog>
  )
}
