import { router, usePage } from '@inertiajs/react'
import { useState } from 'react'
import { changeQuery, type ListQuery, readQuery, writeQuery } from '~/kit/list/list_query'

type Changes = Record<string, string | string[] | null>

/** The query of the page in view and how to change it: the old rows stay, dimmed, until the new ones arrive. */
export function useListQuery(lists: ReadonlySet<string>) {
  const { url } = usePage()
  const [isLoading, setIsLoading] = useState(false)
  const path = url.split('?')[0] ?? '/'
  const query = readQuery(url)

  function visit(next: ListQuery) {
    router.get(
      writeQuery(path, next, lists),
      {},
      {
        preserveState: true,
        preserveScroll: true,
        replace: true,
        onStart: () => setIsLoading(true),
        onFinish: () => setIsLoading(false),
      }
    )
  }

  return {
    url,
    path,
    query,
    isLoading,
    change: (changes: Changes) => visit(changeQuery(query, changes)),
    replaceAll: (next: ListQuery) => visit(next),
    /** The same list with something added, for links. */
    urlWith: (changes: Changes) =>
      writeQuery(path, changeQuery(query, { ...changes, page: query.page ?? null }), lists),
  }
}

export type ListQueryState = ReturnType<typeof useListQuery>
