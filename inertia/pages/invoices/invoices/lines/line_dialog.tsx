import { decimalText } from '#app/kernel/money/amount_text'
import { FormDialog } from '~/kit/dialog/form_dialog'
import { AmountField } from '~/kit/fields/amount_field'
import { SelectField } from '~/kit/fields/choice_fields'
import { DayField } from '~/kit/fields/day_field'
import { TextField } from '~/kit/fields/text_fields'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { moneyText } from '~/kit/money'
import { urlFor } from '~/urls'
import styles from '../document/text.module.css'
import type { Line } from '../review/review_parts'
import type { ReviewPage } from '../review/review_types'
import { chargedTaxes } from '../taxes/totals_draft'
import { computedBase, differsFrom, plainDecimal, priceText } from './line_price'

type Props = { page: ReviewPage; line: Line | null; onClose: () => void }

/** Adds a line, or changes one. */
export function LineDialog({ page: { invoice, taxOptions, categories }, line, onClose }: Props) {
  const url = line
    ? urlFor('invoices.lines.update', { id: invoice.id, line: line.id })
    : urlFor('invoices.lines.store', { id: invoice.id })
  const form = useFormSubmission({
    initial: lineValues(line, invoice.currency),
    url,
    method: line ? 'put' : 'post',
    leaving: 'allow',
    transform: (values) => ({
      ...values,
      unit_price: values.unit_price.trim() === '' ? null : values.unit_price,
      discount_percent: values.discount_percent.trim() === '' ? null : values.discount_percent,
      account_code: values.account_code === '' ? null : values.account_code,
      deductible_percent: deductibleOf(values, lineValues(line, invoice.currency)),
      period_from: values.period_from === '' ? null : values.period_from,
      period_to: values.period_to === '' ? null : values.period_to,
      center_id: line?.centerId ?? null,
      lock_version: invoice.lockVersion,
    }),
    onSuccess: onClose,
  })
  const { quantity, unit_price: price, discount_percent: discount } = form.values
  const computed = computedBase(quantity, price, discount)
  /** What is computed follows what is typed; the base may still be corrected to what is printed. */
  const priced = (name: 'quantity' | 'unit_price' | 'discount_percent') => ({
    ...form.field(name),
    onChange(text: string) {
      const next = { ...form.values, [name]: text }
      const base = computedBase(next.quantity, next.unit_price, next.discount_percent)
      form.set({ [name]: text, ...(base === null ? {} : { base: decimalText(base, invoice.currency) }) })
    },
  })
  const withholdings = taxOptions.filter((option) => option.kind === 'irpf' || option.kind === 'irnr')
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={line ? 'Editar línea' : 'Añadir línea'}
      form={form}
      submitLabel={line ? 'Guardar línea' : 'Añadir línea'}
    >
      <TextField label="Concepto" isRequired hasFocus lengthMax={500} {...form.field('concept')} />
      <div className={styles.pair}>
        <TextField label="Cantidad" isRequired {...priced('quantity')} />
        <TextField label="Precio" isRequired {...priced('unit_price')} />
      </div>
      <div className={styles.pair}>
        <TextField label="Dto. (%)" {...priced('discount_percent')} />
        <AmountField
          label="Base"
          isRequired
          isNegativeAllowed
          currency={invoice.currency}
          {...form.field('base')}
        />
      </div>
      {differsFrom(computed, form.values.base, invoice.currency) && computed !== null ? (
        <p className={styles.quiet} role="status">
          Cantidad × precio − descuento da {moneyText({ minor: computed, currency: invoice.currency })}: se
          guardará la base indicada.
        </p>
      ) : null}
      <SelectField
        label="Categoría"
        isRequired
        options={categories.map(({ id, name }) => ({ value: String(id), label: name }))}
        {...form.field('category_id')}
      />
      <TextField
        label="Cuenta contable"
        help="Si se deja vacía, la de la categoría."
        lengthMax={12}
        {...form.field('account_code')}
      />
      <div className={styles.pair}>
        <SelectField label="IVA" options={chargedTaxes(taxOptions)} {...form.field('vat_code_id')} />
        <TextField
          label="IVA deducible (%)"
          help="Si se deja vacío, lo que permitan la categoría y el documento."
          lengthMax={3}
          {...form.field('deductible_percent')}
        />
      </div>
      <SelectField
        label="Retención"
        options={withholdings.map(({ id, name }) => ({ value: String(id), label: name }))}
        {...form.field('withholding_code_id')}
      />
      <div className={styles.pair}>
        <DayField
          label="Período desde"
          help="Si factura unos días: alquiler, suministros, cuotas."
          {...form.field('period_from')}
        />
        <DayField label="Período hasta" {...form.field('period_to')} />
      </div>
    </FormDialog>
  )
}

function lineValues(line: Line | null, currency: string) {
  const key = (id: number | null | undefined) => (id ? String(id) : null)
  return {
    concept: line?.concept ?? '',
    quantity: line ? plainDecimal(line.quantity) : '1',
    unit_price: priceText(line),
    discount_percent: line && Number(line.discountPercent) !== 0 ? plainDecimal(line.discountPercent) : '',
    base: line ? decimalText(line.base.minor, currency) : '',
    category_id: key(line?.categoryId),
    account_code: line?.accountCode ?? '',
    vat_code_id: key(line?.vatCodeId),
    deductible_percent: line ? String(line.deductiblePercent) : '',
    withholding_code_id: key(line?.withholdingCodeId),
    period_from: line?.periodFrom ?? '',
    period_to: line?.periodTo ?? '',
  }
}

type LineValues = ReturnType<typeof lineValues>

/** What was typed; nothing where only the category changed, so that the new one says how much is deducted. */
function deductibleOf(values: LineValues, before: LineValues): string | null {
  const isOfOldCategory =
    values.category_id !== before.category_id && values.deductible_percent === before.deductible_percent
  return isOfOldCategory || values.deductible_percent.trim() === '' ? null : values.deductible_percent
}
