import { Button } from '@mantine/core'
import { useState } from 'react'
import { AmountField } from '~/kit/fields/amount_field'
import { MultiSelectField, RadioField, SelectField } from '~/kit/fields/choice_fields'
import { DayField } from '~/kit/fields/day_field'
import { PickerField } from '~/kit/fields/picker_field'
import { TextField } from '~/kit/fields/text_fields'
import { clearedFilter, dueSpans, filterNames, labelOf, rememberLabel } from '~/kit/list/filter_values'
import type { Filter } from '~/kit/list/list_types'
import type { ListQueryState } from '~/kit/list/use_list_query'
import { useShared } from '~/shared_props'
import styles from './filter.module.css'

type Props = { filter: Filter; query: ListQueryState; onDone: () => void }

/** What is behind the chip of a filter: its field and «Aplicar». */
export function FilterEditor({ filter, query, onDone }: Props) {
  const [draft, setDraft] = useState<Record<string, string[]>>(() =>
    Object.fromEntries(filterNames(filter).map((name) => [name, query.query[name] ?? []]))
  )
  const set = (name: string) => (values: string[]) => setDraft({ ...draft, [name]: values })
  return (
    <form
      className={styles.editor}
      onSubmit={(event) => {
        event.preventDefault()
        query.change(filter.kind === 'due' ? { ...draft, [filter.name]: null } : draft)
        onDone()
      }}
    >
      {filter.kind === 'due' ? (
        <Button.Group>
          {dueSpans.map(({ value, label }) => (
            <Button
              px={4}
              key={value}
              variant={draft[filter.name]?.[0] === value ? 'filled' : 'default'}
              size="xs"
              flex={1}
              onClick={() => {
                query.change({ ...clearedFilter(filter), [filter.name]: value })
                onDone()
              }}
            >
              {label}
            </Button>
          ))}
        </Button.Group>
      ) : null}
      <Editor filter={filter} draft={draft} set={set} />
      <Button type="submit" size="xs">
        Aplicar
      </Button>
    </form>
  )
}

type EditorProps = {
  filter: Filter
  draft: Record<string, string[]>
  set: (name: string) => (values: string[]) => void
}

function Editor({ filter, draft, set }: EditorProps) {
  const { sites } = useShared()
  const values = draft[filter.name] ?? []
  const first = values[0] ?? ''
  const shared = { name: filter.name, label: filter.label }
  const one = (name: string, label: string) => ({
    name,
    label,
    value: draft[name]?.[0] ?? '',
    onChange: (value: string) => set(name)([value]),
  })
  switch (filter.kind) {
    case 'text':
      return <TextField {...one(filter.name, filter.label)} hasFocus />
    case 'check':
      return (
        <RadioField
          {...shared}
          options={yesOrAll}
          value={first}
          onChange={(value) => set(filter.name)([value])}
        />
      )
    case 'day':
      return <DayField {...one(filter.name, filter.label)} />
    case 'select':
      return (
        <SelectField
          {...shared}
          options={filter.options}
          value={first || null}
          onChange={(value) => set(filter.name)([value ?? ''])}
        />
      )
    case 'multi':
      return (
        <MultiSelectField {...shared} options={filter.options} value={values} onChange={set(filter.name)} />
      )
    case 'sites':
      return (
        <MultiSelectField
          {...shared}
          options={sites.map((site) => ({ value: String(site.id), label: site.name }))}
          value={values}
          onChange={set(filter.name)}
        />
      )
    case 'picker':
      return <PickerFilter filter={filter} value={first} onChange={(value) => set(filter.name)([value])} />
    case 'due':
    case 'days':
      return (
        <>
          <DayField {...one(`${filter.name}_from`, 'Desde')} />
          <DayField {...one(`${filter.name}_to`, 'Hasta')} />
        </>
      )
    case 'amounts':
      return (
        <>
          <AmountField {...one(`${filter.name}_min`, 'Desde')} isNegativeAllowed />
          <AmountField {...one(`${filter.name}_max`, 'Hasta')} isNegativeAllowed />
        </>
      )
    default:
      return filter satisfies never
  }
}

const yesOrAll = [
  { value: '1', label: 'Sí' },
  { value: '', label: 'Todos' },
]

type PickerProps = {
  filter: Extract<Filter, { kind: 'picker' }>
  value: string
  onChange: (value: string) => void
}

function PickerFilter({ filter, value, onChange }: PickerProps) {
  const [option, setOption] = useState(
    filter.selected ?? (value ? { value, label: labelOf(filter.name, value) ?? `n.º ${value}` } : null)
  )
  return (
    <PickerField
      name={filter.name}
      label={filter.label}
      url={filter.url}
      value={option}
      onChange={(chosen) => {
        setOption(chosen)
        if (chosen) rememberLabel(filter.name, chosen.value, chosen.label)
        onChange(chosen?.value ?? '')
      }}
    />
  )
}
