import { CheckboxField, SelectField } from '~/kit/fields/choice_fields'
import { DayField } from '~/kit/fields/day_field'
import type { Question } from '~/kit/table_import/import_props'
import { useShared } from '~/shared_props'

type Props = {
  question: Question
  value: string | boolean
  error: string | undefined
  onChange: (value: string | boolean) => void
}

/** A question that goes with a file. */
export function QuestionField({ question, value, error, onChange }: Props) {
  const { sites } = useShared()
  const shared = {
    name: question.key,
    label: question.label,
    ...(question.help ? { help: question.help } : {}),
    isRequired: question.isNeeded,
    error,
  }
  if (question.kind === 'tick')
    return <CheckboxField {...shared} value={value === true} onChange={onChange} />
  if (question.kind === 'day') return <DayField {...shared} value={String(value)} onChange={onChange} />
  return (
    <SelectField
      {...shared}
      options={sites.map((site) => ({ value: String(site.id), label: site.name }))}
      value={value === '' ? null : String(value)}
      onChange={(site) => onChange(site ?? '')}
    />
  )
}
