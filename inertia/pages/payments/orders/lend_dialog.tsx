import { Facts } from '~/kit/detail/detail_page'
import { FormDialog } from '~/kit/dialog/form_dialog'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { Money, moneyText } from '~/kit/money'
import { urlFor } from '~/urls'
import { LendingDay, LendingField, onlyChoice } from '../../loans/lending_fields'
import type { Order, OrderLoan } from './order_page'

type Props = { order: Order; loan: OrderLoan; onClose: () => void }

/** What one company paid for another goes from their current account into a loan between them. */
export function LendDialog({ order, loan, onClose }: Props) {
  const form = useFormSubmission({
    initial: {
      loanId: onlyChoice(loan.choices),
      valueOn: loan.owedOn ?? '',
    },
    url: urlFor('payment_orders.lend', { id: order.id }),
    leaving: 'allow',
    transform: ({ loanId, valueOn }) => ({
      loanId: loanId === null ? null : Number(loanId),
      valueOn: valueOn === '' ? null : valueOn,
    }),
    onSuccess: onClose,
  })
  const { debtor } = order
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="Registrar como préstamo"
      form={form}
      submitLabel={`Registrar ${moneyText(order.amount)}`}
      isDisabled={loan.choices.length === 0}
    >
      <div>
        {loan.owedOn ? 'La deuda pasa' : 'Cuando el banco tenga el pago, la deuda pasará'} de la cuenta
        corriente de las dos empresas al préstamo, en los libros de ambas. Si el pago vuelve, se deshace.
      </div>
      <Facts
        facts={[
          { label: 'Presta', value: debtor?.payer ?? '–' },
          { label: 'Debe', value: debtor?.name ?? '–' },
          { label: 'Importe', value: <Money value={order.amount} /> },
        ]}
      />
      <LendingField choices={loan.choices} {...form.field('loanId')} />
      {loan.owedOn ? <LendingDay {...form.field('valueOn')} /> : null}
    </FormDialog>
  )
}
