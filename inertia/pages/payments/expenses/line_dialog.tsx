import { decimalText, parseAmount } from '#app/kernel/money/amount_text'
import { Facts } from '~/kit/detail/detail_page'
import { FormDialog } from '~/kit/dialog/form_dialog'
import { AmountField } from '~/kit/fields/amount_field'
import { SelectField } from '~/kit/fields/choice_fields'
import { PickerField } from '~/kit/fields/picker_field'
import { TaxIdField } from '~/kit/fields/tax_id_field'
import { TextAreaField, TextField } from '~/kit/fields/text_fields'
import type { PickerOption } from '~/kit/fields/use_picker_options'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { Money } from '~/kit/money'
import { urlFor, withQuery } from '~/urls'
import type { NoteLine, NotePage } from './expense_page'

/** What the reviewer puts right of one expense. */
export function LineDialog({ page, line, onClose }: { page: NotePage; line: NoteLine; onClose: () => void }) {
  const { assigned, options } = page
  const form = useLineForm(page, line, onClose)
  const isAllowance = line.category === 'mileage' || line.category === 'per_diem'
  const isLess = parseAmount(form.values.approved) !== line.total.minor
  return (
    <FormDialog opened onClose={onClose} title="Corregir el gasto" form={form}>
      <Facts
        facts={[
          { label: 'Gasto', value: line.concept },
          { label: 'Importe pedido', value: <Money value={line.total} /> },
        ]}
      />
      {isAllowance ? null : <ReceiptFields form={form} options={options} />}
      {assigned.site === null ? null : (
        <SelectField
          label="Empresa del gasto"
          help="Si es otra, el gasto se contabiliza en ella y se lo debe a la que paga la nota."
          options={bearers(page)}
          {...form.field('siteId')}
          onChange={(siteId) => form.set({ siteId, account: null })}
        />
      )}
      <PickerField
        key={form.values.siteId}
        label="Cuenta de gasto"
        help="La de su categoría si la deja vacía."
        isDisabled={assigned.site === null}
        url={withQuery(urlFor('paysuppliers.expense-accounts'), {
          site_id: form.values.siteId ?? assigned.site?.value ?? '',
        })}
        {...form.field('account', 'expense_account_id')}
      />
      <AmountField label="Importe aprobado" isRequired {...form.field('approved')} />
      {isLess ? (
        <TextAreaField
          label="Por qué no se aprueba todo"
          isRequired
          rows={2}
          lengthMax={300}
          {...form.field('comment')}
        />
      ) : null}
    </FormDialog>
  )
}

/** The company of the note, and the others. */
const bearers = ({ assigned, options }: NotePage) =>
  options.sites.map(({ value, label }) => ({
    value,
    label: value === assigned.site?.value ? `${label} (la de la nota)` : label,
  }))

function useLineForm({ note, assigned }: NotePage, line: NoteLine, onSuccess: () => void) {
  return useFormSubmission({
    initial: {
      category: line.category as string | null,
      documentKind: line.documentKind as string | null,
      supplierTaxId: line.supplierTaxId ?? '',
      invoiceNumber: line.invoiceNumber ?? '',
      vat: line.vat.minor === 0 ? '' : decimalText(line.vat.minor),
      vatCodeId: line.vatCodeId,
      siteId: (line.site ?? assigned.site)?.value ?? null,
      account: line.account as PickerOption | null,
      approved: decimalText(line.approved.minor),
      comment: line.comment ?? '',
    },
    method: 'put',
    url: urlFor('payexpenses.lines.update', { id: note.id, line: line.id }),
    leaving: 'allow',
    transform: ({ account, ...values }) => ({
      ...values,
      expenseAccountId: account?.value ?? null,
      lockVersion: note.lockVersion,
    }),
    onSuccess,
  })
}

type ReceiptFieldsProps = { form: ReturnType<typeof useLineForm>; options: NotePage['options'] }

/** What its receipt says; a journey has none. */
function ReceiptFields({ form, options }: ReceiptFieldsProps) {
  return (
    <>
      <SelectField
        label="Categoría"
        isRequired
        options={options.categories.filter(({ value }) => value !== 'mileage' && value !== 'per_diem')}
        {...form.field('category')}
      />
      <SelectField
        label="Tipo de justificante"
        isRequired
        help="Solo una factura completa a nombre de la empresa da derecho a deducir su IVA."
        options={options.documentKinds}
        {...form.field('documentKind')}
      />
      <TaxIdField label="NIF del emisor" accepts="any" {...form.field('supplierTaxId')} />
      <TextField label="Número de factura" lengthMax={60} {...form.field('invoiceNumber')} />
      <AmountField label="IVA incluido" {...form.field('vat')} />
      <SelectField label="Tipo de IVA" options={options.vatCodes} {...form.field('vatCodeId')} />
    </>
  )
}
