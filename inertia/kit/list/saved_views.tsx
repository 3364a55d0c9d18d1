import { ActionIcon, Button, Popover, TextInput } from '@mantine/core'
import { IconBookmark, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { readStored, writeStored } from '~/browser_store'
import { readQuery } from '~/kit/list/list_query'
import type { ListQueryState } from '~/kit/list/use_list_query'
import styles from './filter.module.css'

type View = { name: string; search: string }

const isView = (kept: unknown): kept is View =>
  typeof kept === 'object' &&
  kept !== null &&
  'name' in kept &&
  'search' in kept &&
  typeof kept.name === 'string' &&
  typeof kept.search === 'string'
const areViews = (kept: unknown): kept is View[] => Array.isArray(kept) && kept.every(isView)

type Props = { storageKey: string; query: ListQueryState }

/** Filters kept under a name in this browser. */
export function SavedViews({ storageKey, query }: Props) {
  const key = `caudal.table.${storageKey}.views`
  const [views, setViews] = useState<View[]>(() => readStored(key, [], areViews))
  const [name, setName] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  const keep = (next: View[]) => {
    setViews(next)
    writeStored(key, next)
  }
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-end" width={260} trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={30}
          aria-label="Vistas guardadas"
          title="Vistas guardadas"
          onClick={() => setIsOpen(!isOpen)}
        >
          <IconBookmark size={17} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <form
          className={styles.editor}
          onSubmit={(event) => {
            event.preventDefault()
            if (name.trim() === '') return
            keep([
              ...views.filter((view) => view.name !== name.trim()),
              { name: name.trim(), search: query.url.split('?')[1] ?? '' },
            ])
            setName('')
          }}
        >
          {views.map((view) => (
            <ViewChip
              key={view.name}
              view={view}
              onOpen={() => {
                query.replaceAll(readQuery(`?${view.search}`))
                setIsOpen(false)
              }}
              onDelete={() => keep(views.filter((other) => other !== view))}
            />
          ))}
          <TextInput
            size="xs"
            label="Guardar los filtros actuales como"
            value={name}
            maxLength={40}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button type="submit" size="xs" variant="default">
            Guardar vista
          </Button>
        </form>
      </Popover.Dropdown>
    </Popover>
  )
}

type ViewChipProps = { view: View; onOpen: () => void; onDelete: () => void }

function ViewChip({ view, onOpen, onDelete }: ViewChipProps) {
  return (
    <span className={styles.chip}>
      <button type="button" style={{ flex: 1 }} onClick={onOpen}>
        {view.name}
      </button>
      <button type="button" aria-label={`Borrar la vista ${view.name}`} onClick={onDelete}>
        <IconX size={13} />
      </button>
    </span>
  )
}
