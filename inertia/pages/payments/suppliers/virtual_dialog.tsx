import { decimalText } from '#app/kernel/money/amount_text'
import { Day } from '~/kit/day'
import { Facts } from '~/kit/detail/detail_page'
import { FormDialog } from '~/kit/dialog/form_dialog'
import { AmountField } from '~/kit/fields/amount_field'
import { DayField } from '~/kit/fields/day_field'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { Money } from '~/kit/money'
import { urlFor } from '~/urls'
import { executionHelp } from './create_dialog'
import type { PayableRow } from './payment_rows'

type Props = { invoice: PayableRow; onClose: () => void; onDone: () => void }

/** A draft for an invoice out of what is set aside for its supplier. */
export function VirtualDialog({ invoice, onClose, onDone }: Props) {
  const { pending, fund } = invoice
  const most = Math.min(pending.minor, fund?.minor ?? 0)
  const form = useFormSubmission({
    initial: { amount: decimalText(most, pending.currency), executionDate: '' },
    url: urlFor('paysuppliers.virtual'),
    leaving: 'allow',
    transform: ({ amount, executionDate }) => ({
      invoiceId: invoice.id,
      amount,
      executionDate: executionDate === '' ? null : executionDate,
    }),
    onSuccess: onDone,
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="Pagar desde el fondo de reserva"
      form={form}
      submitLabel="Crear pago"
    >
      <Facts
        facts={[
          { label: 'Proveedor', value: invoice.provider },
          { label: 'Factura', value: invoice.number },
          { label: 'Vencimiento', value: <Day value={invoice.dueOn} /> },
          { label: 'Pendiente', value: <Money value={pending} /> },
          { label: 'Libre en el fondo', value: fund ? <Money value={fund} /> : '–' },
        ]}
      />
      <AmountField label="Importe" isRequired currency={pending.currency} {...form.field('amount')} />
      <DayField label="Fecha de ejecución" help={executionHelp} {...form.field('executionDate')} />
    </FormDialog>
  )
}
