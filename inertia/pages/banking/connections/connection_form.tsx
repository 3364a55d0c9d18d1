import { Button } from '@mantine/core'
import { StepUpDialog } from '~/kit/dialog/step_up_dialog'
import type { PickerOption } from '~/kit/fields/use_picker_options'
import { FormFrame } from '~/kit/form/form_frame'
import { type FormOf, useFormSubmission } from '~/kit/form/use_form_submission'
import type { BankHead, Option } from '../bank_props'
import { bankUrls } from '../bank_urls'
import styles from '../banking.module.css'
import { ConnectionFields, sentConnection } from './connection_fields'
import type { Connection, ConnectionValues, FormProps, Hint, KeptValues } from './connection_types'
import { CredentialFields } from './credential_fields'

type Props = {
  bank: BankHead
  offers: FormProps
  connection: Connection
  values: KeptValues
  feeAccount: PickerOption | null
  hints: Hint[]
  /** What a test has just found to choose from. */
  found?: Record<string, Option[]> | undefined
}

/** What may be changed of a connection; secrets that are left empty stay. */
export function ConnectionForm({ bank, offers, connection, values, feeAccount, hints, found }: Props) {
  const { lockVersion, ...told } = values
  const initial: ConnectionValues = {
    ...told,
    environment: told.environment as string | null,
    siteId: String(connection.siteId),
    feeAccount,
    secrets: {},
  }
  const form: FormOf<ConnectionValues> = useFormSubmission({
    initial,
    method: 'put',
    url: bankUrls(bank.path).update(connection.id),
    afterwards: 'keep',
    transform: (typed) => ({ ...sentConnection(typed), lockVersion }),
    onSuccess: () => form.restart({ ...form.values, secrets: {} }),
  })
  const isMoved =
    form.values.environment !== told.environment ||
    (form.values.environment === 'sandbox_local' && form.values.baseUrl.trim() !== told.baseUrl)
  return (
    <FormFrame form={form} className={styles.form}>
      <ConnectionFields
        bank={bank}
        form={form}
        offers={offers}
        siteId={String(connection.siteId)}
        found={found}
      />
      {isMoved ? (
        <p className={styles.quiet}>
          Al cambiar de entorno hay que volver a escribir las credenciales: no se envían a otra dirección que
          aquella para la que se dieron.
        </p>
      ) : null}
      <CredentialFields form={form} fields={offers.fields} hints={hints} isMoved={isMoved} />
      <Button type="submit" loading={form.processing} disabled={!form.isDirty}>
        {form.recentlySuccessful ? 'Guardado' : 'Guardar'}
      </Button>
      <StepUpDialog form={form} />
    </FormFrame>
  )
}
