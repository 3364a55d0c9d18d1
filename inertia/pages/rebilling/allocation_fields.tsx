import { SelectField } from '~/kit/fields/choice_fields'
import type { FormOf } from '~/kit/form/use_form_submission'
import type { Choices } from './choices'
import styles from './rebilling.module.css'
import { TargetFields } from './target_fields'
import type { TargetValue } from './target_values'

/** How a sum is shared out and among whom, of a rule and of a charge by hand. */
export type AllocationValues = {
  originSiteId: string | null
  allocation: string | null
  allocationKey: string | null
  targets: TargetValue[]
}

type Props = {
  legend: string
  keyHelp?: string
  form: Pick<FormOf<AllocationValues>, 'values' | 'field' | 'errors' | 'set'>
  choices: Choices
}

/** The way of sharing out and a company a line with what its share is measured by. */
export function AllocationFields({ legend, keyHelp, form, choices }: Props) {
  const { allocation, originSiteId } = form.values
  return (
    <fieldset className={styles.group}>
      <legend>{legend}</legend>
      <div className={styles.pair}>
        <SelectField label="Reparto" isRequired options={choices.allocations} {...form.field('allocation')} />
        {allocation === 'key' ? (
          <SelectField
            label="Clave"
            isRequired
            options={choices.keys}
            help={keyHelp}
            {...form.field('allocationKey')}
          />
        ) : null}
      </div>
      <TargetFields
        targets={form.values.targets}
        allocation={allocation ?? ''}
        originId={originSiteId}
        errors={form.errors}
        onChange={(targets) => form.set({ targets })}
      />
    </fieldset>
  )
}
