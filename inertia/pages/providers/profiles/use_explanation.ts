import { useDebouncedCallback } from '@mantine/hooks'
import { useRef, useState } from 'react'
import { callServer } from '~/plain_call'
import type { Explanation } from './profile_types'

const WAIT_MS = 250

/** Asks the server what a text is given, 250 ms after the last change; an answer that is overtaken is dropped. */
export function useExplanation(url: string) {
  const [explanation, setExplanation] = useState<Explanation | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const turn = useRef(0)

  const ask = useDebouncedCallback(async (body: { text: string }) => {
    const own = ++turn.current
    if (body.text.trim() === '') {
      setExplanation(null)
      return
    }
    try {
      const answer = await callServer('POST', url, body)
      const { data } = (await answer.json()) as { data: Explanation }
      if (own !== turn.current) return
      setExplanation(data)
      setProblem(null)
    } catch (error) {
      console.error(error)
      if (own === turn.current)
        setProblem('No se ha podido probar: revise los datos del perfil y el importe.')
    }
  }, WAIT_MS)

  return { explanation, problem, ask }
}
