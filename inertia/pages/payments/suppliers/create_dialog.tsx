import { Link } from '@inertiajs/react'
import { decimalText } from '#app/kernel/money/amount_text'
import { Day } from '~/kit/day'
import { Facts } from '~/kit/detail/detail_page'
import { FormDialog } from '~/kit/dialog/form_dialog'
import { AmountField } from '~/kit/fields/amount_field'
import { DayField } from '~/kit/fields/day_field'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { Money } from '~/kit/money'
import { urlFor } from '~/urls'
import { SiteAccountField } from '../site_account_field'
import type { PayableRow } from './payment_rows'

type Props = { invoice: PayableRow; onClose: () => void; onDone: () => void }

/** A payment for all or part of one invoice, as a draft. */
export function CreateDialog({ invoice, onClose, onDone }: Props) {
  const { pending, live } = invoice
  const form = useFormSubmission({
    initial: {
      amount: decimalText(pending.minor, pending.currency),
      debtor_account_id: null as string | null,
      execution_date: '',
    },
    url: urlFor('paysuppliers.store'),
    leaving: 'allow',
    transform: ({ execution_date, ...values }) => ({
      ...values,
      invoice_ids: [invoice.id],
      currency: pending.currency,
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
          { label: 'Vencimiento', value: <Day value={invoice.dueOn} /> },
          { label: 'Pendiente', value: <Money value={pending} /> },
          ...(live ? [{ label: 'Ya en pago', value: <LivePayment payment={live} /> }] : []),
        ]}
      />
      <AmountField
        label="Importe"
        isRequired
        currency={pending.currency}
        help="Puede pagar solo una parte."
        {...form.field('amount')}
      />
      <SiteAccountField
        label="Cuenta de origen"
        help={accountHelp}
        url={urlFor('paysuppliers.accounts')}
        siteId={String(invoice.siteId)}
        currency={pending.currency}
        {...form.field('debtor_account_id')}
      />
      <DayField label="Fecha de ejecución" help={executionHelp} {...form.field('execution_date')} />
    </FormDialog>
  )
}

function LivePayment({ payment: { id, number } }: { payment: NonNullable<PayableRow['live']> }) {
  return <Link href={urlFor('payment_orders.show', { id })}>{number}</Link>
}

export const accountHelp = 'Sin elegir, la habitual de la empresa.'
export const executionHelp = 'Sin fecha se paga al vencimiento, o hoy si ya ha vencido.'
