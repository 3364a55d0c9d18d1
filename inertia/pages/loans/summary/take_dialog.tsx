import { Link } from '@inertiajs/react'
import { today } from '#app/kernel/time/calendar_date'
import { Facts } from '~/kit/detail/detail_page'
import { FormDialog } from '~/kit/dialog/form_dialog'
import { AmountField } from '~/kit/fields/amount_field'
import { SelectField } from '~/kit/fields/choice_fields'
import { DayField } from '~/kit/fields/day_field'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { Money, type MoneyValue } from '~/kit/money'
import { urlFor } from '~/urls'
import styles from '../loans.module.css'

/** What two companies owe each other on their current account, and the loans that it may go into. */
export type Taking = {
  owed: MoneyValue
  creditor: string
  debtor: string
  choices: { value: string; label: string }[]
}

type Props = {
  taking: Taking
  pair: { lender: number; borrower: number }
  onClose: () => void
}

/** So much of the current account of two companies goes into a loan between them. */
export function TakeDialog({ taking, pair, onClose }: Props) {
  const [only, ...others] = taking.choices
  const form = useFormSubmission({
    initial: {
      loan_id: only && others.length === 0 ? only.value : (null as string | null),
      amount: '',
      value_on: today() as string,
    },
    url: urlFor('loansResumen.take', pair),
    leaving: 'allow',
    transform: (typed) => ({ ...typed, loan_id: typed.loan_id === null ? null : Number(typed.loan_id) }),
    onSuccess: onClose,
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="Registrar como préstamo"
      form={form}
      submitLabel="Registrar"
      isDisabled={taking.choices.length === 0}
    >
      <p className={styles.quiet}>
        La deuda pasa de la cuenta corriente de las dos empresas al préstamo, en los libros de ambas.
      </p>
      <Facts
        facts={[
          { label: 'Presta', value: taking.creditor },
          { label: 'Debe', value: taking.debtor },
          { label: 'En cuenta corriente', value: <Money value={taking.owed} /> },
        ]}
      />
      {taking.choices.length === 0 ? (
        <p>
          Las dos empresas no tienen una línea de crédito ni una cuenta corriente activa.{' '}
          <Link href={urlFor('loans')}>Ir a Préstamos</Link>
        </p>
      ) : null}
      <SelectField label="Préstamo" isRequired options={taking.choices} {...form.field('loan_id')} />
      <div className={styles.pair}>
        <AmountField label="Importe" isRequired currency="EUR" {...form.field('amount')} />
        <DayField
          label="Fecha valor"
          isRequired
          max={today()}
          help="Desde este día devenga intereses."
          {...form.field('value_on')}
        />
      </div>
    </FormDialog>
  )
}
