import { Facts } from '~/kit/detail/detail_page'
import { FormDialog } from '~/kit/dialog/form_dialog'
import { PickerField } from '~/kit/fields/picker_field'
import type { PickerOption } from '~/kit/fields/use_picker_options'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { Money } from '~/kit/money'
import { urlFor } from '~/urls'
import type { Cost } from './procedure_types'

/** The invoice of a cost: it is paid with it, or what was paid before is applied to it. */
export function LinkInvoiceDialog({ cost, onClose }: { cost: Cost; onClose: () => void }) {
  const form = useFormSubmission({
    initial: { invoice: null as PickerOption | null },
    method: 'put',
    url: urlFor('paylegalprocedures.invoices.link', { cost: cost.id }),
    leaving: 'allow',
    transform: ({ invoice }) => ({ invoiceId: invoice?.value ?? null }),
    onSuccess: onClose,
  })
  return (
    <FormDialog opened onClose={onClose} title="Vincular factura" form={form} submitLabel="Vincular factura">
      <Facts
        facts={[
          { label: 'Coste', value: `${cost.concept}: ${cost.description}` },
          { label: 'Proveedor', value: cost.payee },
          { label: 'Importe', value: <Money value={cost.total} /> },
        ]}
      />
      <PickerField
        label="Factura"
        isRequired
        help={
          cost.state === 'paid'
            ? 'Lo ya pagado se aplica a la factura, que deja de deberse en ese importe.'
            : 'El coste toma los importes de la factura y se paga con ella.'
        }
        url={urlFor('paylegalprocedures.invoices', { cost: cost.id })}
        {...form.field('invoice', 'invoice_id')}
      />
    </FormDialog>
  )
}
