import { today } from '#app/kernel/time/calendar_date'
import { FormDialog } from '~/kit/dialog/form_dialog'
import { AmountField } from '~/kit/fields/amount_field'
import { SelectField } from '~/kit/fields/choice_fields'
import { DayField } from '~/kit/fields/day_field'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { moneyText } from '~/kit/money'
import { urlFor } from '~/urls'
import styles from '../loans.module.css'
import type { LoanPage } from './loan_types'

/** More of a line of credit or of a current account: an order of the lender. */
export function WithdrawalDialog({ page, onClose }: { page: LoanPage; onClose: () => void }) {
  const { loan, figures, options, values } = page
  const form = useFormSubmission({
    initial: {
      valueOn: today() as string,
      amount: '',
      accountId: values.lenderAccountId,
    },
    url: urlFor('loans.withdrawals.store', { id: loan.id }),
    leaving: 'allow',
    transform: ({ accountId, ...typed }) => ({
      ...typed,
      accountId: accountId ? Number(accountId) : null,
    }),
    onSuccess: onClose,
  })
  return (
    <FormDialog opened onClose={onClose} title="Nueva retirada" form={form} submitLabel="Crear orden de pago">
      {figures.available ? (
        <p className={styles.quiet}>Límite disponible: {moneyText(figures.available)}.</p>
      ) : (
        <p className={styles.quiet}>Saldo dispuesto: {moneyText(figures.outstanding)}, sin límite.</p>
      )}
      <div className={styles.pair}>
        <DayField label="Fecha valor" isRequired {...form.field('valueOn')} />
        <AmountField label="Importe" isRequired currency={loan.currency} {...form.field('amount')} />
      </div>
      <SelectField
        label="Cuenta del prestamista"
        isRequired
        options={options.accounts.lender}
        {...form.field('accountId')}
      />
    </FormDialog>
  )
}
