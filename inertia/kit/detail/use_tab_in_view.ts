import { useEffect, useRef } from 'react'

/** Brings the chosen one of tabs that are wider than their place into view: along the row alone, the page stays where it is. */
export function useTabInView(chosen: string | null | undefined) {
  const row = useRef<HTMLDivElement & HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks again when another one is chosen
  useEffect(() => {
    const tab = row.current?.querySelector<HTMLElement>('[aria-selected="true"], [aria-current="page"]')
    if (!row.current || !tab) return
    const place = tab.getBoundingClientRect().left - row.current.getBoundingClientRect().left
    row.current.scrollLeft += place - (row.current.clientWidth - tab.offsetWidth) / 2
  }, [chosen])
  return row
}
