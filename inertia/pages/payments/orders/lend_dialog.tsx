import { Link } from '@inertiajs/react'
import { today } from '#app/kernel/time/calendar_date'
import { Facts } from '~/kit/detail/detail_page'
import { FormDialog } from '~/kit/dialog/form_dialog'
import { SelectField } from '~/kit/fields/choice_fields'
import { DayField } from '~/kit/fields/day_field'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { Money, moneyText } from '~/kit/money'
import { urlFor } from '~/urls'
import type { Order, OrderLoan } from './order_page'

type Props = { order: Order; loan: OrderLoan; onClose: () => void }

/** What one company paid for another goes from their current account into a loan between them. */
export function LendDialog({ order, loan, onClose }: Props) {
  const [only, ...others] = loan.choices
  const form = useFormSubmission({
    initial: {
      loan_id: only && others.length === 0 ? only.value : (null as string | null),
      value_on: loan.owedOn ?? '',
    },
    url: urlFor('payment_orders.lend', { id: order.id }),
    leaving: 'allow',
    transform: ({ loan_id: chosen, value_on: day }) => ({
      loan_id: chosen === null ? null : Number(chosen),
      value_on: day === '' ? null : day,
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
      {loan.choices.length === 0 ? (
        <div>
          Las dos empresas no tienen una línea de crédito ni una cuenta corriente activa.{' '}
          <Link href={urlFor('loans')}>Ir a Préstamos</Link>
        </div>
      ) : null}
      <SelectField label="Préstamo" isRequired options={loan.choices} {...form.field('loan_id')} />
      {loan.owedOn ? (
        <DayField
          label="Fecha valor"
          isRequired
          max={today()}
          help="Desde este día devenga intereses."
          {...form.field('value_on')}
        />
      ) : null}
    </FormDialog>
  )
}
