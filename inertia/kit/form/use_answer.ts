import { useEffect, useState } from 'react'
import { callServer } from '~/plain_call'

type Question = { method?: 'GET' | 'POST'; url: string; body?: unknown }
type Heard<Answer> = { question: string; turn: number; answer: Answer | null }

/**
 * What the server answers to a question that a page asks by itself, outside its own navigation: null while it is under way
 * and where there is nothing to ask. A late answer to an older question is dropped. `askAgain` keeps what is shown until
 * the new answer is there. Show a `LoadFailure` when it failed.
 */
export function useAnswer<Answer>(asked: Question | null) {
  const [turn, setTurn] = useState(0)
  const [heard, setHeard] = useState<Heard<Answer> | null>(null)
  const question = asked && JSON.stringify(asked)
  useEffect(() => {
    if (question === null) return
    let isOld = false
    const hear = (answer: Answer | null) => isOld || setHeard({ question, turn, answer })
    const { method = 'GET', url, body } = JSON.parse(question) as Question
    callServer(method, url, body)
      .then((response) => response.json() as Promise<Answer>)
      .then(hear, () => hear(null))
    return () => {
      isOld = true
    }
  }, [question, turn])
  const current = heard?.question === question ? heard : null
  return {
    answer: current?.answer ?? null,
    hasFailed: current !== null && current.answer === null,
    isAsking: current?.turn !== turn,
    askAgain: () => setTurn(turn + 1),
  }
}
