import { AmountField } from '~/kit/fields/amount_field'
import { DayField } from '~/kit/fields/day_field'
import { TextAreaField } from '~/kit/fields/text_fields'
import type { FieldBinding } from '~/kit/form/form_fields'
import styles from '../legal.module.css'

/** What is planned of a phase, as a form holds it. */
export type PlanValues = {
  plannedStart: string
  plannedEnd: string
  deadlineOn: string
  plannedCost: string
  notes: string
}

export const blankPlan: PlanValues = {
  plannedStart: '',
  plannedEnd: '',
  deadlineOn: '',
  plannedCost: '',
  notes: '',
}

const orNull = (text: string) => (text === '' ? null : text)

/** The same as the server takes it. */
export const sentPlan = (plan: PlanValues) => ({
  plannedStart: orNull(plan.plannedStart),
  plannedEnd: orNull(plan.plannedEnd),
  deadlineOn: orNull(plan.deadlineOn),
  plannedCost: orNull(plan.plannedCost),
  notes: orNull(plan.notes),
})

type Props = {
  field: (name: keyof PlanValues) => FieldBinding<string>
  restsInAugust: boolean
}

/** Days, the legal term and the cost of a phase. */
export function PlanFields({ field, restsInAugust }: Props) {
  return (
    <>
      <div className={styles.pair}>
        <DayField label="Inicio previsto" {...field('plannedStart')} />
        <DayField label="Fin previsto" {...field('plannedEnd')} />
      </div>
      <div className={styles.pair}>
        <DayField
          label="Plazo legal"
          help={`Se avisa 15, 5 y 1 días antes y el mismo día.${restsInAugust ? ' Agosto es inhábil en los plazos judiciales.' : ''}`}
          {...field('deadlineOn')}
        />
        <AmountField label="Coste previsto" currency="EUR" {...field('plannedCost')} />
      </div>
      <TextAreaField label="Notas" {...field('notes')} />
    </>
  )
}
