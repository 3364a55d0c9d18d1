import { useEffect, useState } from 'react'
import { labelOf, rememberLabel } from '~/kit/list/filter_values'
import type { Filter } from '~/kit/list/list_types'
import { callServer } from '~/plain_call'

/**
 * Asks what a filter's picker calls the key that an address brought along, for its chip. What the server does not tell
 * stays a number.
 */
export function usePickedLabel(filter: Filter, value: string | undefined): void {
  const [, setTold] = useState('')
  const isUnknown =
    filter.kind === 'picker' && value !== undefined && !filter.selected && !labelOf(filter.name, value)
  const question = isUnknown
    ? `${filter.url}${filter.url.includes('?') ? '&' : '?'}key=${encodeURIComponent(value)}`
    : null
  const { name } = filter
  useEffect(() => {
    if (question === null || value === undefined) return
    callServer('GET', question)
      .then((response) => response.json() as Promise<{ data: { value: string; label: string }[] }>)
      .then(({ data }) => {
        const found = data.find((option) => option.value === value)
        if (!found) return
        rememberLabel(name, value, found.label)
        setTold(value)
      })
      // The chip goes on with the number: the list itself is filtered either way.
      .catch(() => undefined)
  }, [question, name, value])
}
