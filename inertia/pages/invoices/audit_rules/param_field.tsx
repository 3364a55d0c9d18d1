import { MultiSelectField, type Option } from '~/kit/fields/choice_fields'
import { TextField } from '~/kit/fields/text_fields'
import type { FormOf } from '~/kit/form/use_form_submission'
import { type AuditRule, boundsText } from './rule_types'
import type { RuleValues } from './rule_values'

type Props = {
  param: AuditRule['params'][number]
  form: FormOf<RuleValues>
  /** What the lists choose from, by their name. */
  options: Record<string, Option[]>
}

/** One parameter of a rule: a number within its bounds, or a list. */
export function ParamField({ param, form, options }: Props) {
  const { numbers, lists } = form.values
  const name = `values.${param.name}`
  if (param.kind === 'number')
    return (
      <TextField
        name={name}
        label={param.label}
        help={boundsText(param)}
        error={form.errors[name]}
        value={numbers[param.name] ?? ''}
        onChange={(text) => form.set({ numbers: { ...numbers, [param.name]: text } })}
      />
    )
  return (
    <MultiSelectField
      name={name}
      label={param.label}
      options={options[param.options] ?? []}
      error={form.errors[name]}
      value={lists[param.name] ?? []}
      onChange={(chosen) => form.set({ lists: { ...lists, [param.name]: chosen } })}
    />
  )
}
