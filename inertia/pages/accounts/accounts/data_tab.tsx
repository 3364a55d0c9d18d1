import { Button } from '@mantine/core'
import { ErrorSummary } from '~/kit/error_summary'
import { CheckboxField, SelectField } from '~/kit/fields/choice_fields'
import { IbanField } from '~/kit/fields/iban_field'
import { TextField } from '~/kit/fields/text_fields'
import { submitOnKeys } from '~/kit/submit_keys'
import { useFormSubmission } from '~/kit/use_form_submission'
import { urlFor } from '~/urls'
import type { AccountForm } from './account_props'
import styles from './edit.module.css'

type Props = {
  id: number
  values: AccountForm
  providers: { value: string; label: string }[]
  canWrite: boolean
}

/** The facts of an account; read only for those who may not change them. */
export function DataTab({ id, values, providers, canWrite }: Props) {
  const { has_movements, ...initial } = values
  const form = useFormSubmission({
    initial: { ...initial, provider_code: initial.provider_code as string | null },
    method: 'put',
    url: urlFor('accounts.update', { id }),
    transform: (typed) => ({ ...typed, lock_version: values.lock_version }),
  })
  const isDisabled = !canWrite
  return (
    <form
      noValidate
      className={styles.form}
      onKeyDown={submitOnKeys}
      onSubmit={(event) => {
        event.preventDefault()
        form.submit()
      }}
    >
      <ErrorSummary errors={form.errors} />
      <TextField label="Nombre" isRequired isDisabled={isDisabled} lengthMax={80} {...form.field('name')} />
      <SelectField
        label="Entidad"
        isRequired
        isDisabled={isDisabled}
        options={providers}
        {...form.field('provider_code')}
      />
      {canWrite ? (
        <IbanField
          label="IBAN"
          isDisabled={has_movements}
          help={has_movements ? 'No puede cambiar: la cuenta tiene movimientos.' : undefined}
          {...form.field('iban')}
        />
      ) : (
        <TextField label="IBAN" isDisabled {...form.field('iban')} />
      )}
      <TextField label="BIC" isDisabled={isDisabled} lengthMax={11} {...form.field('bic')} />
      <TextField label="Titular" isDisabled={isDisabled} lengthMax={70} {...form.field('holder_name')} />
      <TextField
        label="Sufijo SEPA"
        help="Tres cifras; 000 si el banco no ha dado otro."
        isDisabled={isDisabled}
        lengthMax={3}
        {...form.field('sepa_suffix')}
      />
      <CheckboxField
        label="Cuenta de pago por defecto de la empresa"
        isDisabled={isDisabled}
        {...form.field('is_payer_default')}
      />
      {canWrite ? (
        <Button type="submit" loading={form.processing} disabled={!form.isDirty}>
          {form.recentlySuccessful ? 'Guardado' : 'Guardar'}
        </Button>
      ) : null}
    </form>
  )
}
