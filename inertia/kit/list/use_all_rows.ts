import { usePage } from '@inertiajs/react'
import { useRef, useState } from 'react'
import { readQuery, writeQuery } from '~/kit/list/list_query'
import type { PageOfRows } from '~/kit/list/list_types'

type Loaded<Row> = { list: PageOfRows<Row>; rows: Row[]; cursor: string | null }

/**
 * The rows of a list. With page size «Todos» they come in chunks as one scrolls: `loadMore` asks for the next with the
 * cursor, as a partial answer of the same page that leaves URL and history alone. Show a `LoadFailure` when it failed.
 */
export function useAllRows<Row>(list: PageOfRows<Row>, lists: ReadonlySet<string>) {
  const page = usePage()
  const [loaded, setLoaded] = useState<Loaded<Row>>({ list, rows: list.rows, cursor: list.cursor })
  const [isFetching, setIsFetching] = useState(false)
  const [failed, setFailed] = useState<PageOfRows<Row> | null>(null)
  const asking = useRef(false)
  const isCurrent = loaded.list === list
  const rows = isCurrent ? loaded.rows : list.rows
  const cursor = isCurrent ? loaded.cursor : list.cursor

  async function loadMore() {
    if (asking.current || cursor === null || list.perPage !== 'all') return
    asking.current = true
    setIsFetching(true)
    setFailed(null)
    try {
      const [path = '/'] = page.url.split('?')
      const prop = Object.keys(page.props).find((name) => page.props[name] === list) ?? ''
      const url = writeQuery(path, { ...readQuery(page.url), cursor: [cursor] }, lists)
      const next = await fetchChunk<Row>(url, {
        component: page.component,
        version: page.version ?? '',
        prop,
      })
      setLoaded({ list, rows: [...rows, ...next.rows], cursor: next.cursor })
    } catch {
      setFailed(list)
    } finally {
      asking.current = false
      setIsFetching(false)
    }
  }

  return {
    rows,
    hasMore: list.perPage === 'all' && cursor !== null,
    isFetching,
    hasFailed: failed === list,
    loadMore,
  }
}

type Asked = { component: string; version: string; prop: string }

async function fetchChunk<Row>(url: string, { component, version, prop }: Asked): Promise<PageOfRows<Row>> {
  const response = await fetch(url, {
    credentials: 'same-origin',
    headers: {
      Accept: 'text/html, application/xhtml+xml',
      'X-Requested-With': 'XMLHttpRequest',
      'X-Inertia': 'true',
      'X-Inertia-Version': version,
      'X-Inertia-Partial-Component': component,
      'X-Inertia-Partial-Data': prop,
    },
  })
  if (!response.ok) throw new Error(`${url}: ${response.status}`)
  const answer = (await response.json()) as { props: Record<string, PageOfRows<Row>> }
  const chunk = answer.props[prop]
  if (!chunk) throw new Error(`${url}: there is no «${prop}» in the answer`)
  return chunk
}
