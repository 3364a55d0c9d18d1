import { router } from '@inertiajs/react'
import { useDebouncedCallback } from '@mantine/hooks'
import { type KeyboardEvent, useState } from 'react'
import { isList, readStored, writeStored } from '~/browser_store'
import { cycle, groupMatches, searchMenu } from '~/layouts/menu_matches'
import { recentItems, recentMenuKey, recentRoutes, withRecentRoute } from '~/layouts/recent_menu'
import type { MenuItem } from '~/shared_props'

const blurDelayMs = 200

/** State and keys of the menu search: results while something is typed, recent entries while nothing is. */
export function useMenuSearch(items: MenuItem[], onOpened?: () => void) {
  const [query, setQuery] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  const [selected, setSelected] = useState(0)
  const closeSoon = useDebouncedCallback(() => setIsOpen(false), blurDelayMs)

  const isSearching = query.trim() !== ''
  const found = isSearching ? searchMenu(items, query) : []
  const groups = isSearching ? groupMatches(found) : recentGroups(items)
  const shown = groups.flatMap((group) => group.items)

  function open(item: MenuItem) {
    writeStored(
      recentMenuKey,
      withRecentRoute(recentRoutes(readStored(recentMenuKey, [], isList)), item.route)
    )
    setQuery('')
    setIsOpen(false)
    onOpened?.()
    router.visit(item.path)
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setIsOpen(true)
      setSelected((at) => cycle(at, event.key === 'ArrowDown' ? 1 : -1, shown.length))
    } else if (event.key === 'Enter') {
      const item = shown[selected]
      if (isOpen && item) open(item)
    } else if (event.key === 'Escape') {
      setQuery('')
      setIsOpen(false)
      event.currentTarget.blur()
    }
  }

  return {
    query,
    isSearching,
    isOpen,
    groups,
    shown,
    selected: Math.min(selected, shown.length - 1),
    type(text: string) {
      setQuery(text)
      setSelected(0)
      setIsOpen(true)
    },
    focus() {
      closeSoon.cancel()
      setSelected(0)
      setIsOpen(true)
    },
    blur: () => closeSoon(),
    open,
    onKeyDown,
  }
}

function recentGroups(items: MenuItem[]) {
  const recent = recentItems(recentRoutes(readStored(recentMenuKey, [], isList)), items)
  return recent.length === 0 ? [] : [{ group: 'Recientes', items: recent }]
}
