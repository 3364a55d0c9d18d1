import { AmountField } from '~/kit/fields/amount_field'
import { DayField } from '~/kit/fields/day_field'
import { TextAreaField } from '~/kit/fields/text_fields'
import type { FieldBinding } from '~/kit/form/form_fields'
import styles from '../legal.module.css'

/** What is planned of a phase, as a form holds it. */
export type PlanValues = {
  planned_start: string
  planned_end: string
  deadline_on: string
  planned_cost: string
  notes: string
}

export const blankPlan: PlanValues = {
  planned_start: '',
  planned_end: '',
  deadline_on: '',
  planned_cost: '',
  notes: '',
}

const orNull = (text: string) => (text === '' ? null : text)

/** The same as the server takes it. */
export const sentPlan = (plan: PlanValues) => ({
  planned_start: orNull(plan.planned_start),
  planned_end: orNull(plan.planned_end),
  deadline_on: orNull(plan.deadline_on),
  planned_cost: orNull(plan.planned_cost),
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
        <DayField label="Inicio previsto" {...field('planned_start')} />
        <DayField label="Fin previsto" {...field('planned_end')} />
      </div>
      <div className={styles.pair}>
        <DayField
          label="Plazo legal"
          help={`Se avisa 15, 5 y 1 días antes y el mismo día.${restsInAugust ? ' Agosto es inhábil en los plazos judiciales.' : ''}`}
          {...field('deadline_on')}
        />
        <AmountField label="Coste previsto" currency="EUR" {...field('planned_cost')} />
      </div>
      <TextAreaField label="Notas" {...field('notes')} />
    </>
  )
}
