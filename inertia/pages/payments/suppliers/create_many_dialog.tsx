import { Facts } from '~/kit/detail_page'
import { CheckboxField } from '~/kit/fields/choice_fields'
import { DayField } from '~/kit/fields/day_field'
import { FormDialog } from '~/kit/form_dialog'
import { LoadFailure } from '~/kit/load_failure'
import { Money, type MoneyValue } from '~/kit/money'
import { type PlainColumn, PlainTable } from '~/kit/plain_table'
import { useAnswer } from '~/kit/use_answer'
import { useFormSubmission } from '~/kit/use_form_submission'
import { urlFor } from '~/urls'
import { Sums } from '../sums'
import { executionHelp } from './create_dialog'
import type { PayableRow } from './payment_rows'

type Props = { invoices: PayableRow[]; onClose: () => void; onDone: () => void }

/** A draft payment for each of several invoices, each for all that is left of it; or one transfer a supplier. */
export function CreateManyDialog({ invoices, onClose, onDone }: Props) {
  const invoiceIds = invoices.map(({ id }) => id)
  const { answer, ...loading } = useAnswer<{ data: Credit[] }>({
    method: 'POST',
    url: urlFor('paysuppliers.credits'),
    body: { invoice_ids: invoiceIds },
  })
  const credits = answer?.data ?? []
  const form = useFormSubmission({
    initial: { execution_date: '', is_grouped: false, nets_credits: true },
    url: urlFor('paysuppliers.store'),
    leaving: 'allow',
    transform: ({ execution_date, is_grouped, nets_credits }) => ({
      invoice_ids: invoiceIds,
      execution_date: execution_date === '' ? null : execution_date,
      is_grouped,
      nets_credits: is_grouped && nets_credits && credits.length > 0,
    }),
    onSuccess: onDone,
  })
  const isGrouped = form.values.is_grouped
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
      <CheckboxField
        label="Agrupar facturas del proveedor"
        help="Una sola transferencia por proveedor, con sus facturas en el concepto."
        {...form.field('is_grouped')}
      />
      {isGrouped && loading.hasFailed ? (
        <LoadFailure
          text="No se han podido cargar los abonos pendientes: los pagos se crearían sin compensarlos."
          {...loading}
        />
      ) : null}
      {isGrouped && credits.length > 0 ? (
        <>
          <CheckboxField label="Compensar sus abonos pendientes" {...form.field('nets_credits')} />
          {form.values.nets_credits ? (
            <PlainTable
              label="Abonos que se compensan"
              rows={credits}
              columns={creditColumns}
              keyOf={({ id }) => id}
              totals={{ number: 'Total', amount: <Sums amounts={credits.map(({ amount }) => amount)} /> }}
            />
          ) : null}
        </>
      ) : null}
    </FormDialog>
  )
}

type Credit = { id: number; provider: string; number: string; amount: MoneyValue }

const creditColumns: PlainColumn<Credit>[] = [
  { key: 'number', header: 'Abono', cell: (row) => row.number },
  { key: 'provider', header: 'Proveedor', cell: (row) => row.provider },
  { key: 'amount', header: 'Importe', numeric: true, cell: (row) => <Money value={row.amount} /> },
]
