import { decimalText } from '#app/kernel/amount_text'
import { Day } from '~/kit/day'
import { Facts } from '~/kit/detail_page'
import { AmountField } from '~/kit/fields/amount_field'
import { DayField } from '~/kit/fields/day_field'
import { FormDialog } from '~/kit/form_dialog'
import { Money } from '~/kit/money'
import { useFormSubmission } from '~/kit/use_form_submission'
import { urlFor } from '~/urls'
import type { PayableRow } from './payment_rows'

type Props = { invoice: PayableRow; onClose: () => void; onDone: () => void }

/** A payment for all or part of one invoice, as a draft. */
export function CreateDialog({ invoice, onClose, onDone }: Props) {
  const { pending } = invoice
  const form = useFormSubmission({
    initial: { amount: decimalText(pending.minor, pending.currency), execution_date: '' },
    url: urlFor('paysuppliers.store'),
    leaving: 'allow',
    transform: ({ amount, execution_date }) => ({
      invoice_ids: [invoice.id],
      amount,
      execution_date: execution_date === '' ? null : execution_date,
    }),
    onSuccess: onDone,
  })
  return (
    <FormDialog opened onClose={onClose} title="Crear pago" form={form} submitLabel="Crear pago">
      <Facts
        facts={[
          { label: 'Proveedor', value: invoice.provider },
          { label: 'Factura', value: invoice.number },
          { label: 'IBAN', value: <span className="num">{invoice.iban ?? '–'}</span> },
          { label: 'Vencimiento', value: <Day value={invoice.due_on} /> },
          { label: 'Pendiente', value: <Money value={pending} /> },
        ]}
      />
      <AmountField
        label="Importe"
        isRequired
        currency={pending.currency}
        help="Puede pagar solo una parte."
        {...form.field('amount')}
      />
      <DayField label="Fecha de ejecución" help={executionHelp} {...form.field('execution_date')} />
    </FormDialog>
  )
}

export const executionHelp = 'Sin fecha se paga al vencimiento, o hoy si ya ha vencido.'
