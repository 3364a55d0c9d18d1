import { useEffect, useState } from 'react'
import type { Option } from '~/kit/fields/choice_fields'
import { callServer } from '~/plain_call'
import { withQuery } from '~/urls'

/** The accounts that a company pays from, once it is chosen; `url` asks for the page's own right to see them. */
export function useSiteAccounts(url: string, siteId: string | null): Option[] {
  const [accounts, setAccounts] = useState<Option[]>([])
  useEffect(() => {
    if (!siteId) return
    let isOld = false
    callServer('GET', withQuery(url, { site_id: siteId }))
      .then((answer) => answer.json() as Promise<{ data: { id: number; name: string }[] }>)
      .then(
        ({ data }) => isOld || setAccounts(data.map(({ id, name }) => ({ value: String(id), label: name }))),
        () => isOld || setAccounts([])
      )
    return () => {
      isOld = true
    }
  }, [url, siteId])
  return accounts
}
