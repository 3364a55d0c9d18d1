import { counted } from '#app/kernel/text/counted'
import { Facts } from '~/kit/detail/detail_page'
import { FormDialog } from '~/kit/dialog/form_dialog'
import { CheckboxField } from '~/kit/fields/choice_fields'
import { DayField } from '~/kit/fields/day_field'
import { useAnswer } from '~/kit/form/use_answer'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { LoadFailure } from '~/kit/load_failure'
import { Money, type MoneyValue } from '~/kit/money'
import { type PlainColumn, PlainTable } from '~/kit/table/plain_table'
import { urlFor } from '~/urls'
import { SiteAccountField } from '../site_account_field'
import { Sums } from '../sums'
import { accountHelp, executionHelp } from './create_dialog'
import { PartFields, partsOf, wholeParts } from './part_fields'
import type { PayableRow } from './payment_rows'

type Props = { invoices: PayableRow[]; onClose: () => void; onDone: () => void }

/** A draft payment for each of several invoices, for all that is left of it or a part; or one transfer a supplier. */
export function CreateManyDialog({ invoices, onClose, onDone }: Props) {
  const { form, credits } = useCreateMany(invoices, onDone)
  const isGrouped = form.values.isGrouped
  const place = onePlace(invoices)
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="Crear pagos"
      form={form}
      submitLabel={`Crear ${counted(invoices.length, 'pago', 'pagos')}`}
    >
      <div>Se creará un pago en borrador por cada factura.</div>
      <Facts
        facts={[
          { label: 'Facturas', value: invoices.length },
          { label: 'Proveedores', value: new Set(invoices.map((invoice) => invoice.provider)).size },
          { label: 'Pendiente', value: <Sums amounts={invoices.map((invoice) => invoice.pending)} /> },
        ]}
      />
      {place ? (
        <SiteAccountField
          label="Cuenta de origen"
          help={accountHelp}
          url={urlFor('paysuppliers.accounts')}
          siteId={String(place.siteId)}
          currency={place.pending.currency}
          {...form.field('debtorAccountId')}
        />
      ) : null}
      <DayField label="Fecha de ejecución" help={executionHelp} {...form.field('executionDate')} />
      <CheckboxField
        label="Agrupar facturas del proveedor"
        help="Una sola transferencia por proveedor, con sus facturas en el concepto."
        {...form.field('isGrouped')}
      />
      {isGrouped ? null : (
        <CheckboxField label="Pagar solo una parte de alguna" {...form.field('isPartial')} />
      )}
      {form.values.isPartial && !isGrouped ? (
        <PartFields
          invoices={invoices}
          parts={form.values.parts}
          onChange={(parts) => form.set({ parts })}
          errors={form.errors}
        />
      ) : null}
      {isGrouped ? <CreditFields form={form} credits={credits} /> : null}
    </FormDialog>
  )
}

/** The payments of the invoices, with the credit notes of their suppliers that may be netted. */
function useCreateMany(invoices: PayableRow[], onSuccess: () => void) {
  const invoiceIds = invoices.map(({ id }) => id)
  const { answer, ...loading } = useAnswer<{ data: Credit[] }>({
    method: 'POST',
    url: urlFor('paysuppliers.credits'),
    body: { invoiceIds },
  })
  const credits = answer?.data ?? []
  const form = useFormSubmission({
    initial: {
      debtorAccountId: null as string | null,
      executionDate: '',
      isPartial: false,
      parts: wholeParts(invoices),
      isGrouped: false,
      netsCredits: true,
    },
    url: urlFor('paysuppliers.store'),
    leaving: 'allow',
    transform: ({ debtorAccountId, executionDate, isPartial, parts, isGrouped, netsCredits }) => ({
      invoiceIds,
      debtorAccountId,
      parts: isPartial && !isGrouped ? partsOf(invoices, parts) : [],
      executionDate: executionDate === '' ? null : executionDate,
      isGrouped,
      netsCredits: isGrouped && netsCredits && credits.length > 0,
    }),
    onSuccess,
  })
  return { form, credits: { rows: credits, ...loading } }
}

type CreateMany = ReturnType<typeof useCreateMany>

/** The credit notes that a payment of several invoices takes with it, once they are known. */
function CreditFields({ form, credits: { rows, ...loading } }: CreateMany) {
  return (
    <>
      {loading.hasFailed ? (
        <LoadFailure
          text="No se han podido cargar los abonos pendientes: los pagos se crearían sin compensarlos."
          {...loading}
        />
      ) : null}
      {rows.length > 0 ? (
        <>
          <CheckboxField label="Compensar sus abonos pendientes" {...form.field('netsCredits')} />
          {form.values.netsCredits ? (
            <PlainTable
              label="Abonos que se compensan"
              rows={rows}
              columns={creditColumns}
              keyOf={({ id }) => id}
              totals={{ number: 'Total', amount: <Sums amounts={rows.map(({ amount }) => amount)} /> }}
            />
          ) : null}
        </>
      ) : null}
    </>
  )
}

/** Any of them where all are of one company and currency: one account can pay them. */
function onePlace([first, ...others]: PayableRow[]): PayableRow | null {
  if (!first) return null
  const isSame = ({ siteId, pending }: PayableRow) =>
    siteId === first.siteId && pending.currency === first.pending.currency
  return others.every(isSame) ? first : null
}

type Credit = { id: number; provider: string; number: string; amount: MoneyValue }

const creditColumns: PlainColumn<Credit>[] = [
  { key: 'number', header: 'Abono', cell: (row) => row.number },
  { key: 'provider', header: 'Proveedor', cell: (row) => row.provider },
  { key: 'amount', header: 'Importe', numeric: true, cell: (row) => <Money value={row.amount} /> },
]
