import { AmountField } from '~/kit/fields/amount_field'
import { CheckboxField, MultiSelectField, SelectField } from '~/kit/fields/choice_fields'
import { TextField } from '~/kit/fields/text_fields'
import styles from '../legal.module.css'
import type { PhaseOptions } from './phase_types'
import type { PhaseForm } from './use_phase_form'

/** What is written of a phase: where it applies, how long and how much it takes, and what it asks for. */
export function PhaseFields({ form, options }: { form: PhaseForm; options: PhaseOptions }) {
  return (
    <>
      <TextField label="Nombre" isRequired hasFocus lengthMax={80} {...form.field('name')} />
      <MultiSelectField
        label="Tipos de procedimiento"
        isRequired
        help="Los procedimientos de estos tipos la ofrecen y la traen en su plantilla."
        options={options.kinds}
        {...form.field('procedureKinds')}
      />
      <div className={styles.pair}>
        <TextField label="Días previstos" {...form.field('defaultDays')} />
        <AmountField label="Coste previsto" currency="EUR" {...form.field('defaultAmount')} />
      </div>
      <SelectField label="Color" isRequired options={options.colours} {...form.field('colour')} />
      <CheckboxField label="Exige un documento para completarse" {...form.field('requiresFile')} />
      <CheckboxField label="Exige un pago para completarse" {...form.field('requiresPayment')} />
      <CheckboxField label="Activa: se ofrece en procedimientos nuevos" {...form.field('active')} />
    </>
  )
}
