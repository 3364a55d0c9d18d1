import { useDebouncedCallback } from '@mantine/hooks'
import { useRef, useState } from 'react'
import { callServer } from '~/plain_call'
import { withQuery } from '~/urls'

export type PickerOption = { value: string; label: string; hint?: string | null }

const typingPauseMs = 300

/** Options of a picker, asked of the server after a pause in typing; a late answer to an older text is dropped. */
export function usePickerOptions(url: string) {
  const [options, setOptions] = useState<PickerOption[]>([])
  const [isLoading, setIsLoading] = useState(false)
  const [hasFailed, setHasFailed] = useState(false)
  const asked = useRef(0)

  const search = useDebouncedCallback(async (text: string) => {
    asked.current += 1
    const mine = asked.current
    setIsLoading(true)
    setHasFailed(false)
    try {
      const answer = await callServer('GET', withPickerQuery(url, text))
      const body = (await answer.json()) as { data: PickerOption[] }
      if (mine === asked.current) setOptions(body.data)
    } catch {
      if (mine !== asked.current) return
      setOptions([])
      setHasFailed(true)
    } finally {
      if (mine === asked.current) setIsLoading(false)
    }
  }, typingPauseMs)

  return { options, isLoading, hasFailed, search }
}

function withPickerQuery(url: string, text: string): string {
  return url.includes('?') ? `${url}&q=${encodeURIComponent(text)}` : withQuery(url, { q: text })
}
