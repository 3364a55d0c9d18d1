import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'

type Options = { count: number; rowHeight: number; hasMore: boolean; onMore: () => void }

// Below this many rows drawing them all is cheaper than measuring.
const virtualFrom = 150
const moreBefore = 60

/** Which rows of a long table are drawn, the room of the others, and the asking for more as the end comes near. */
export function useDrawnRows({ count, rowHeight, hasMore, onMore }: Options) {
  const scroll = useRef<HTMLElement>(null)
  const isVirtual = count > virtualFrom
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroll.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    enabled: isVirtual,
  })
  const items = isVirtual ? virtual.getVirtualItems() : []
  const last = isVirtual ? (items.at(-1)?.index ?? 0) : count - 1
  const isNearEnd = hasMore && last >= count - moreBefore

  // biome-ignore lint/correctness/useExhaustiveDependencies: asks once each time the end comes near
  useEffect(() => {
    if (isNearEnd) onMore()
  }, [isNearEnd, count])

  return {
    scroll,
    indexes: isVirtual ? items.map((item) => item.index) : Array.from({ length: count }, (_, index) => index),
    before: items[0]?.start ?? 0,
    after: isVirtual ? Math.max(0, virtual.getTotalSize() - (items.at(-1)?.end ?? 0)) : 0,
    focusRow(index: number) {
      if (isVirtual) virtual.scrollToIndex(index)
      requestAnimationFrame(() =>
        scroll.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)?.focus()
      )
    },
  }
}
