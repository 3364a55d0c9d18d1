import { Button } from '@mantine/core'
import { Day } from '~/kit/day'
import { Facts } from '~/kit/detail/detail_page'
import { AmountField } from '~/kit/fields/amount_field'
import { CheckboxField, SelectField } from '~/kit/fields/choice_fields'
import { IbanField } from '~/kit/fields/iban_field'
import { TextField } from '~/kit/fields/text_fields'
import { FormFrame } from '~/kit/form/form_frame'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { Money } from '~/kit/money'
import { urlFor } from '~/urls'
import type { AccountHead, DataProps } from './account_props'
import styles from './edit.module.css'
import { LedgerLink } from './ledger_link'

type Props = { account: AccountHead; data: DataProps; canWrite: boolean }

/** The facts of an account; read only for those who may not change them. */
export function DataTab({ account, data, canWrite }: Props) {
  const form = useAccountForm(account, data)
  return (
    <FormFrame form={form} className={styles.form} canSend={canWrite}>
      <AccountFacts account={account} data={data} />
      <IdentityFields form={form} data={data} canWrite={canWrite} />
      <UseFields form={form} account={account} data={data} canWrite={canWrite} />
      {canWrite ? (
        <Button type="submit" loading={form.processing} disabled={!form.isDirty}>
          {form.recentlySuccessful ? 'Guardado' : 'Guardar'}
        </Button>
      ) : null}
    </FormFrame>
  )
}

/** The form of an account: with the version that was read, so that nobody writes over what another changed. */
function useAccountForm(account: AccountHead, data: DataProps) {
  const { hasMovements, hasLines, isBank, ...initial } = data.form
  return useFormSubmission({
    initial: {
      ...initial,
      providerCode: initial.providerCode as string | null,
      currency: initial.currency as string | null,
    },
    method: 'put',
    url: urlFor('accounts.update', { id: account.id }),
    transform: (typed) => ({ ...typed, lockVersion: data.form.lockVersion }),
  })
}

type FieldsProps = { form: ReturnType<typeof useAccountForm>; data: DataProps; canWrite: boolean }

function AccountFacts({ account, data }: Pick<Props, 'account' | 'data'>) {
  return (
    <Facts
      facts={[
        { label: 'Cuenta contable', value: <LedgerLink account={account} /> },
        { label: 'Saldo inicial', value: <Money value={data.opening} /> },
        { label: 'Apertura', value: <Day value={data.openedOn} /> },
        ...(account.closedOn ? [{ label: 'Cierre', value: <Day value={account.closedOn} /> }] : []),
      ]}
    />
  )
}

/** What the bank knows it by; some of it cannot change once it has movements. */
function IdentityFields({ form, data, canWrite }: FieldsProps) {
  const { hasMovements, hasLines, isBank } = data.form
  const isDisabled = !canWrite
  const kept = (what: string) => `${what} no puede cambiar: la cuenta tiene movimientos.`
  return (
    <>
      <TextField label="Nombre" isRequired isDisabled={isDisabled} lengthMax={80} {...form.field('name')} />
      <SelectField
        label="Entidad"
        isRequired
        isDisabled={isDisabled}
        options={data.providers}
        {...form.field('providerCode')}
      />
      <SelectField
        label="Divisa"
        isRequired
        isDisabled={isDisabled || hasLines}
        help={canWrite && hasLines ? kept('La divisa') : undefined}
        options={data.currencies}
        {...form.field('currency')}
      />
      {canWrite ? (
        <IbanField
          label="IBAN"
          isRequired={isBank}
          isDisabled={hasMovements}
          help={hasMovements ? kept('El IBAN') : undefined}
          {...form.field('iban')}
        />
      ) : (
        <TextField label="IBAN" isDisabled {...form.field('iban')} />
      )}
      <TextField label="BIC" isDisabled={isDisabled} lengthMax={11} {...form.field('bic')} />
      <TextField label="Titular" isDisabled={isDisabled} lengthMax={70} {...form.field('holderName')} />
      {data.parents ? (
        <SelectField
          label="Cuenta bancaria de cargo"
          help="La cuenta en la que el banco carga esta tarjeta."
          isDisabled={isDisabled}
          options={data.parents}
          {...form.field('parentAccountId')}
        />
      ) : null}
    </>
  )
}

/** How the product uses it: in files, in lists, in the reconciliation and for payments. */
function UseFields({ form, account, data, canWrite }: FieldsProps & Pick<Props, 'account'>) {
  const isDisabled = !canWrite
  return (
    <>
      <TextField
        label="Sufijo SEPA"
        help="Tres cifras; 000 si el banco no ha dado otro."
        isDisabled={isDisabled}
        lengthMax={3}
        {...form.field('sepaSuffix')}
      />
      <SelectField
        label="Color"
        help="Distingue la cuenta en las listas."
        isDisabled={isDisabled}
        options={data.colors}
        {...form.field('color')}
      />
      <TextField
        label="Orden"
        help="Las cuentas de una empresa se muestran de menor a mayor."
        isDisabled={isDisabled}
        lengthMax={4}
        {...form.field('sort')}
      />
      <TextField
        label="Comisión de los abonos, en %"
        help="Lo que el servicio de cobro (TPV, pasarela) retiene de lo que abona: la conciliación busca el neto."
        isDisabled={isDisabled}
        lengthMax={6}
        {...form.field('feePercent')}
      />
      <AmountField
        label="Comisión fija por abono"
        currency={account.currency}
        isDisabled={isDisabled}
        {...form.field('feeFixed')}
      />
      <CheckboxField
        label={`Cuenta de pago por defecto de la empresa en ${account.currency}`}
        isDisabled={isDisabled}
        {...form.field('isPayerDefault')}
      />
    </>
  )
}
