import { useState } from 'react'
import { callServer } from '~/plain_call'
import { urlFor } from '~/urls'
import type { RuleValues, Trial } from './rule_types'

type Answer = { data: Trial | null; problem: string | null; field: string | null }
type State = {
  trial: Trial | null
  problem: string | null
  /** The field that the problem is at; null when it is at none. */
  field: string | null
  isTrying: boolean
  of: string
}

const asked = ({ text, pattern, sign, minAmount, maxAmount, iban, reach, accountCode }: RuleValues) => ({
  text,
  pattern,
  sign,
  min_amount: minAmount,
  max_amount: maxAmount,
  iban,
  reach,
  account_code: accountCode,
})

/** Tries what is written against the last twelve months, on request; an answer to older conditions says so. */
export function useRuleTrial(accountId: number, ruleId: number | null, values: RuleValues) {
  const [state, setState] = useState<State>({
    trial: null,
    problem: null,
    field: null,
    isTrying: false,
    of: '',
  })
  const now = JSON.stringify(asked(values))

  async function run() {
    setState({ ...state, isTrying: true })
    try {
      const query = { ...asked(values), rule_id: ruleId }
      const answer = await callServer('GET', urlFor('accounts.rules.trial', { id: accountId }, query))
      const { data, problem, field } = (await answer.json()) as Answer
      setState({ trial: data, problem, field, isTrying: false, of: now })
    } catch {
      const problem = 'No se ha podido probar: revise los importes y el IBAN.'
      setState({ trial: null, problem, field: null, isTrying: false, of: now })
    }
  }

  const isOld = state.of !== '' && state.of !== now
  /** What is wrong with the expression as it is written now. */
  const atPattern = state.field === 'pattern' && !isOld ? state.problem : null
  return { ...state, run, isOld, atPattern }
}
