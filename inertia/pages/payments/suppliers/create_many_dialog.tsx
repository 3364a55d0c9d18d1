import { Facts } from '~/kit/detail_page'
import { DayField } from '~/kit/fields/day_field'
import { FormDialog } from '~/kit/form_dialog'
import { useFormSubmission } from '~/kit/use_form_submission'
import { urlFor } from '~/urls'
import { Sums } from '../sums'
import { executionHelp } from './create_dialog'
import type { PayableRow } from './payment_rows'

type Props = { invoices: PayableRow[]; onClose: () => void; onDone: () => void }

/** A draft payment for each of several invoices, each for all that is left of it. */
export function CreateManyDialog({ invoices, onClose, onDone }: Props) {
  const form = useFormSubmission({
    initial: { execution_date: '' },
    url: urlFor('paysuppliers.store'),
    leaving: 'allow',
    transform: ({ execution_date }) => ({
      invoice_ids: invoices.map((invoice) => invoice.id),
      execution_date: execution_date === '' ? null : execution_date,
    }),
    onSuccess: onDone,
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="Crear pagos"
      form={form}
      submitLabel={`Crear ${invoices.length} pagos`}
    >
      <div>Se creará un pago en borrador por cada factura, por todo lo que queda pendiente.</div>
      <Facts
        facts={[
          { label: 'Facturas', value: invoices.length },
          { label: 'Proveedores', value: new Set(invoices.map((invoice) => invoice.provider)).size },
          { label: 'Importe', value: <Sums amounts={invoices.map((invoice) => invoice.pending)} /> },
        ]}
      />
      <DayField label="Fecha de ejecución" help={executionHelp} {...form.field('execution_date')} />
    </FormDialog>
  )
}
