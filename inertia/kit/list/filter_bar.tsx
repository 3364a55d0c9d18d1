import { Button, Menu, Popover, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconFilter, IconSearch, IconX } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { clearedFilter, filterText, isFilterSet } from '~/kit/list/filter_values'
import type { Filter } from '~/kit/list/list_types'
import type { ListQueryState } from '~/kit/list/use_list_query'
import { usePickedLabel } from '~/kit/list/use_picked_label'
import { useShared } from '~/shared_props'
import styles from './filter.module.css'

type Props = { filters: Filter[]; query: ListQueryState; searchLabel: string | null; children?: ReactNode }

const typingPauseMs = 300

// Its fields weigh more than the table: only who changes a filter downloads them.
const FilterEditor = lazy(async () => ({ default: (await import('~/kit/list/filter_editor')).FilterEditor }))

/** The search field and the filters of a list. Filters live in the URL and show as chips that can be changed. */
export function FilterBar({ filters, query, searchLabel, children }: Props) {
  const [open, setOpen] = useState<string | null>(null)
  const shown = filters.filter((filter) => isFilterSet(filter, query.query) || filter.name === open)
  const others = filters.filter((filter) => !shown.includes(filter))
  return (
    <search className={`${styles.bar} no-print`}>
      {searchLabel === null ? null : <SearchField label={searchLabel} query={query} />}
      {shown.map((filter) => (
        <FilterChip
          key={filter.name}
          filter={filter}
          query={query}
          isOpen={open === filter.name}
          onToggle={(isOpen) => setOpen(isOpen ? filter.name : null)}
        />
      ))}
      {others.length > 0 ? (
        <Menu position="bottom-start" returnFocus>
          <Menu.Target>
            <Button variant="subtle" color="gray" size="xs" leftSection={<IconFilter size={16} />}>
              Filtrar
            </Button>
          </Menu.Target>
          <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
            {others.map((filter) => (
              <Menu.Item key={filter.name} onClick={() => setOpen(filter.name)}>
                {filter.label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      ) : null}
      {filters.filter((filter) => isFilterSet(filter, query.query)).length > 1 ? (
        <Button
          variant="subtle"
          color="gray"
          size="xs"
          onClick={() => query.change(Object.assign({}, ...filters.map(clearedFilter)))}
        >
          Quitar filtros
        </Button>
      ) : null}
      <div className={styles.tools}>{children}</div>
    </search>
  )
}

function SearchField({ label, query }: { label: string; query: ListQueryState }) {
  const asked = query.query.q?.[0] ?? ''
  const [typed, setTyped] = useState({ text: asked, asked })
  const ask = useDebouncedCallback((text: string) => query.change({ q: text }), typingPauseMs)
  // The URL may change without typing here: a chip taken away, a saved view, the back button.
  if (typed.asked !== asked) setTyped({ text: typed.text.trim() === asked ? typed.text : asked, asked })
  return (
    <TextInput
      size="xs"
      type="search"
      aria-label={label}
      placeholder={label}
      className={styles.search}
      leftSection={<IconSearch size={15} />}
      value={typed.text}
      onChange={(event) => {
        setTyped({ text: event.currentTarget.value, asked })
        ask(event.currentTarget.value.trim())
      }}
    />
  )
}

type ChipProps = {
  filter: Filter
  query: ListQueryState
  isOpen: boolean
  onToggle: (isOpen: boolean) => void
}

function FilterChip({ filter, query, isOpen, onToggle }: ChipProps) {
  const { sites } = useShared()
  usePickedLabel(filter, query.query[filter.name]?.[0])
  const text = filterText(filter, query.query, sites)
  return (
    <Popover opened={isOpen} onChange={onToggle} position="bottom-start" width={280} trapFocus returnFocus>
      <span className={styles.chip} data-set={text !== null || undefined}>
        <Popover.Target>
          <button type="button" onClick={() => onToggle(!isOpen)}>
            {filter.label}
            {text === null ? '' : ': '}
            <strong>{text}</strong>
          </button>
        </Popover.Target>
        {text === null ? null : (
          <button
            type="button"
            aria-label={`Quitar el filtro ${filter.label}`}
            onClick={() => query.change(clearedFilter(filter))}
          >
            <IconX size={13} />
          </button>
        )}
      </span>
      <Popover.Dropdown>
        <Suspense fallback="Cargando…">
          {isOpen ? <FilterEditor filter={filter} query={query} onDone={() => onToggle(false)} /> : null}
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}
