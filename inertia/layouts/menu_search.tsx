import { Kbd, TextInput } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useId, useRef } from 'react'
import { isDialogOpen } from '~/kit/dialog/open_dialog'
import { drawerTint } from '~/layouts/drawer_tint'
import { highlight } from '~/layouts/menu_matches'
import { NamedIcon } from '~/layouts/named_icon'
import { useMenuSearch } from '~/layouts/use_menu_search'
import type { MenuItem } from '~/shared_props'
import styles from './menu_search.module.css'

type Props = {
  items: MenuItem[]
  placeholder: string
  hasHotkeys?: boolean
  /** `floating` over the page; `inline` where the results have the room to themselves. */
  results?: 'floating' | 'inline'
  hasFocus?: boolean
  onOpened?: () => void
}

/** The command palette: a field that finds any screen the user may open. */
export function MenuSearch({
  items,
  placeholder,
  hasHotkeys = false,
  results = 'floating',
  hasFocus = false,
  onOpened,
}: Props) {
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  // The field lets go of the focus once something was opened, so that the next Ctrl+K shows the recent entries again.
  const search = useMenuSearch(items, () => {
    input.current?.blur()
    onOpened?.()
  })
  const focus = () => input.current?.focus()
  useHotkeys(hasHotkeys ? [['mod+K', focus]] : [], [])
  useHotkeys(hasHotkeys ? [['/', () => isDialogOpen() || focus()]] : [])
  const isListShown = search.isOpen && (search.isSearching || search.shown.length > 0)

  return (
    <div className={styles.search}>
      <TextInput
        ref={input}
        type="text"
        role="combobox"
        aria-label="Buscar en el menú"
        aria-expanded={isListShown}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={
          isListShown && search.shown.length > 0 ? `${id}-${search.selected}` : undefined
        }
        autoComplete="off"
        data-autofocus={hasFocus || undefined}
        maxLength={100}
        placeholder={placeholder}
        leftSection={<IconSearch size={16} stroke={1.7} />}
        rightSection={
          hasHotkeys ? (
            <Kbd size="xs" className={styles.key}>
              Ctrl K
            </Kbd>
          ) : null
        }
        rightSectionWidth={hasHotkeys ? 58 : 0}
        rightSectionPointerEvents="none"
        value={search.query}
        onChange={(event) => search.type(event.currentTarget.value)}
        onFocus={search.focus}
        onBlur={search.blur}
        onKeyDown={search.onKeyDown}
      />
      {isListShown ? (
        <div
          className={styles.list}
          data-results={results}
          id={`${id}-list`}
          role="listbox"
          aria-label="Pantallas"
        >
          <Results id={id} search={search} />
        </div>
      ) : null}
    </div>
  )
}

function Results({ id, search }: { id: string; search: ReturnType<typeof useMenuSearch> }) {
  if (search.shown.length === 0) {
    return <p className={styles.none}>No se encontraron resultados para "{search.query}"</p>
  }
  return search.groups.map(({ group, items }) => (
    // biome-ignore lint/a11y/useSemanticElements: a listbox groups its options with this role
    <div key={group} role="group" aria-label={group}>
      <div className={styles.group} aria-hidden="true">
        {group}
      </div>
      {items.map((item) => {
        const at = search.shown.indexOf(item)
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys belong to the field, which keeps the focus
          <div
            key={item.route}
            id={`${id}-${at}`}
            role="option"
            tabIndex={-1}
            aria-selected={at === search.selected}
            className={styles.option}
            style={drawerTint(item.color)}
            ref={at === search.selected ? (node) => node?.scrollIntoView({ block: 'nearest' }) : undefined}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => search.open(item)}
          >
            <span className={styles.icon}>
              <NamedIcon name={item.icon} size={17} />
            </span>
            <span>
              {highlight(item.title, search.query).map((part, index) =>
                part.isMatch ? <mark key={index}>{part.text}</mark> : <span key={index}>{part.text}</span>
              )}
            </span>
          </div>
        )
      })}
    </div>
  ))
}
