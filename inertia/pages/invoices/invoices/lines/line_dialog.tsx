import { FormDialog } from '~/kit/dialog/form_dialog'
import { SelectField } from '~/kit/fields/choice_fields'
import { DayField } from '~/kit/fields/day_field'
import { TextField } from '~/kit/fields/text_fields'
import styles from '../document/text.module.css'
import type { Line } from '../review/review_parts'
import type { ReviewPage } from '../review/review_types'
import { chargedTaxes } from '../taxes/totals_draft'
import { PriceFields } from './price_fields'
import { useLineForm } from './use_line_form'

type Props = { page: ReviewPage; line: Line | null; onClose: () => void }

/** Adds a line, or changes one. */
export function LineDialog({ page: { invoice, taxOptions, categories }, line, onClose }: Props) {
  const form = useLineForm(invoice, line, onClose)
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
      <PriceFields form={form} currency={invoice.currency} />
      <SelectField
        label="Categoría"
        isRequired
        options={categories.map(({ id, name }) => ({ value: String(id), label: name }))}
        {...form.field('categoryId')}
      />
      <TextField
        label="Cuenta contable"
        help="Si se deja vacía, la de la categoría."
        lengthMax={12}
        {...form.field('accountCode')}
      />
      <div className={styles.pair}>
        <SelectField label="IVA" options={chargedTaxes(taxOptions)} {...form.field('vatCodeId')} />
        <TextField
          label="IVA deducible (%)"
          help="Si se deja vacío, lo que permitan la categoría y el documento."
          lengthMax={3}
          {...form.field('deductiblePercent')}
        />
      </div>
      <SelectField
        label="Retención"
        options={withholdings.map(({ id, name }) => ({ value: String(id), label: name }))}
        {...form.field('withholdingCodeId')}
      />
      <div className={styles.pair}>
        <DayField
          label="Período desde"
          help="Si factura unos días: alquiler, suministros, cuotas."
          {...form.field('periodFrom')}
        />
        <DayField label="Período hasta" {...form.field('periodTo')} />
      </div>
    </FormDialog>
  )
}
