import { type ForeignKind, ROUTING_LABELS } from '#app/kernel/identifiers/account_number'
import { isSepaIban, isValidIban } from '#app/kernel/identifiers/iban'
import { SelectField } from '~/kit/fields/choice_fields'
import { IbanField } from '~/kit/fields/iban_field'
import { TextField } from '~/kit/fields/text_fields'
import type { Payee } from './bank_types'
import styles from './payee_banks.module.css'
import type { BankForm } from './use_bank_form'

type Props = { form: BankForm; payee: Payee }

/** What an account is known by: its IBAN, or where there are none what its country has instead. */
export function AccountFields({ form, payee }: Props) {
  const { accountKind: kind } = form.values
  return (
    <>
      {payee.accountKinds ? (
        <SelectField
          label="Tipo de cuenta"
          isRequired
          options={payee.accountKinds}
          {...form.field('accountKind')}
        />
      ) : null}
      {kind === 'iban' ? <IbanFields form={form} /> : <NumberFields form={form} payee={payee} />}
    </>
  )
}

function IbanFields({ form }: Pick<Props, 'form'>) {
  const { iban } = form.values
  const needsBic = (isValidIban(iban) && !isSepaIban(iban)) || form.errors.bic !== undefined
  return (
    <>
      <IbanField label="IBAN" isRequired {...form.field('iban')} />
      {needsBic ? <TextField label="BIC" isRequired lengthMax={11} {...form.field('bic')} /> : null}
    </>
  )
}

function NumberFields({ form, payee }: Props) {
  const kind = form.values.accountKind as ForeignKind
  const routing = ROUTING_LABELS[kind]
  const isSwift = kind === 'swift_other'
  return (
    <>
      <div className={styles.small}>
        Caudal no paga a cuentas sin IBAN: sus facturas se pagan en el banco y se concilian. La lista negra
        solo mira IBAN.
      </div>
      {routing ? (
        <TextField label={routing} isRequired lengthMax={12} {...form.field('routingCode')} />
      ) : null}
      <TextField label="Número de cuenta" isRequired lengthMax={42} {...form.field('accountNumber')} />
      {isSwift ? <TextField label="BIC" isRequired lengthMax={11} {...form.field('bic')} /> : null}
      <TextField label="Banco" isRequired={isSwift} lengthMax={80} {...form.field('bankName')} />
      {isSwift ? (
        <SelectField
          label="País del banco"
          isRequired
          options={payee.countries ?? []}
          {...form.field('country')}
        />
      ) : null}
    </>
  )
}
