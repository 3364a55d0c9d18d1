import { useState } from 'react'
import { callServer } from '~/plain_call'
import { urlFor } from '~/urls'
import type { RuleValues, Trial } from './rule_types'

type State = { trial: Trial | null; problem: string | null; isTrying: boolean; of: string }

const asked = ({ text, pattern, sign, min_amount, max_amount, iban, reach, account_code }: RuleValues) => ({
  text,
  pattern,
  sign,
  min_amount,
  max_amount,
  iban,
  reach,
  account_code,
})

/** Tries what is written against the last twelve months, on request; an answer to older conditions says so. */
export function useRuleTrial(accountId: number, ruleId: number | null, values: RuleValues) {
  const [state, setState] = useState<State>({ trial: null, problem: null, isTrying: false, of: '' })
  const now = JSON.stringify(asked(values))

  async function run() {
    setState({ ...state, isTrying: true })
    try {
      const query = { ...asked(values), rule_id: ruleId }
      const answer = await callServer('GET', urlFor('accounts.rules.trial', { id: accountId }, query))
      const { data, problem } = (await answer.json()) as { data: Trial | null; problem: string | null }
      setState({ trial: data, problem, isTrying: false, of: now })
    } catch {
      const problem = 'No se ha podido probar: revise los importes y el IBAN.'
      setState({ trial: null, problem, isTrying: false, of: now })
    }
  }

  return { ...state, run, isOld: state.of !== '' && state.of !== now }
}
