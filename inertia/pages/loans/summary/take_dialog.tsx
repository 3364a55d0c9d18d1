import { today } from '#app/kernel/time/calendar_date'
import { Facts } from '~/kit/detail/detail_page'
import { FormDialog } from '~/kit/dialog/form_dialog'
import { AmountField } from '~/kit/fields/amount_field'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { Money, type MoneyValue } from '~/kit/money'
import { urlFor } from '~/urls'
import { type LendingChoice, LendingDay, LendingField, onlyChoice } from '../lending_fields'
import styles from '../loans.module.css'

/** What two companies owe each other on their current account, and the loans that it may go into. */
export type Taking = {
  owed: MoneyValue
  creditor: string
  debtor: string
  choices: LendingChoice[]
}

type Props = {
  taking: Taking
  pair: { lender: number; borrower: number }
  onClose: () => void
}

/** So much of the current account of two companies goes into a loan between them. */
export function TakeDialog({ taking, pair, onClose }: Props) {
  const form = useFormSubmission({
    initial: {
      loanId: onlyChoice(taking.choices),
      amount: '',
      valueOn: today() as string,
    },
    url: urlFor('loansResumen.take', pair),
    leaving: 'allow',
    transform: (typed) => ({ ...typed, loanId: typed.loanId === null ? null : Number(typed.loanId) }),
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
      <LendingField choices={taking.choices} {...form.field('loanId')} />
      <div className={styles.pair}>
        <AmountField label="Importe" isRequired currency="EUR" {...form.field('amount')} />
        <LendingDay {...form.field('valueOn')} />
      </div>
    </FormDialog>
  )
}
