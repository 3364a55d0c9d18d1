import { Link } from '@inertiajs/react'
import { countText } from '~/kit/day'
import { useTabInView } from '~/kit/detail/use_tab_in_view'
import type { ListQueryState } from '~/kit/list/use_list_query'
import styles from './filter.module.css'

export type ListTabsOf = {
  /** The query parameter the tabs choose. */
  name: string
  /** One with `href` leads to another page instead. */
  options: { value: string; label: string; href?: string }[]
}

type Props = { tabs: ListTabsOf; counters: Record<string, number>; query: ListQueryState }

/** States of a list as tabs with their counts; each is a link, so it can be opened apart or sent. */
export function ListTabs({ tabs, counters, query }: Props) {
  const asked = query.query[tabs.name]?.[0]
  // What the server does not know it takes for the first one.
  const chosen = tabs.options.some(({ value }) => value === asked) ? asked : tabs.options[0]?.value
  const row = useTabInView(chosen)
  return (
    <nav ref={row} className={styles.tabs} aria-label="Estados">
      {tabs.options.map((option) => (
        <Link
          key={option.value}
          href={
            option.href ??
            query.urlWith({
              [tabs.name]: option.value === tabs.options[0]?.value ? null : option.value,
              page: null,
            })
          }
          preserveState={!option.href}
          preserveScroll={!option.href}
          aria-current={option.value === chosen ? 'page' : undefined}
        >
          {option.label}
          {counters[option.value] === undefined ? null : (
            <span className={`${styles.count} num`}>{countText(counters[option.value] ?? 0)}</span>
          )}
        </Link>
      ))}
    </nav>
  )
}
