import { parseAmount } from '#app/kernel/money/amount_text'
import { AmountField } from '~/kit/fields/amount_field'
import { TextField } from '~/kit/fields/text_fields'
import { Money } from '~/kit/money'
import type { NoteLine } from './expense_page'
import styles from './expenses.module.css'
import type { ApproveForm, Reduction } from './use_approve_form'

type Props = {
  line: NoteLine
  /** What the server calls the line. */
  name: string
  form: ApproveForm
  reduction: Reduction | undefined
  onChange: (more: Partial<Reduction>) => void
}

/** How much of one line is approved, and why not all of it. */
export function ReductionFields({ line, name, form, reduction, onChange }: Props) {
  const approved = reduction?.approved ?? ''
  return (
    <div className={styles.reduction}>
      <span>
        {line.concept} (<Money value={line.total} />)
      </span>
      <AmountField
        name={`${name}.approved`}
        label="Aprobado"
        value={approved}
        error={form.errors[`${name}.approved`]}
        onChange={(text) => onChange({ approved: text })}
      />
      {parseAmount(approved) === line.approved.minor ? null : (
        <TextField
          name={`${name}.comment`}
          label="Por qué no se aprueba todo"
          isRequired
          value={reduction?.comment ?? ''}
          error={form.errors[`${name}.comment`]}
          onChange={(comment) => onChange({ comment })}
        />
      )}
    </div>
  )
}
