import { Day } from '~/kit/day'
import type { Confirmation } from '~/kit/dialog/confirm_action'
import { Money } from '~/kit/money'
import type { RunPage } from './run_page'

type Run = RunPage['run']

/** What a decision on a run repeats of it: how many payments, what they add up to, from where and when. */
export const runFacts = (
  run: Run,
  amount: Run['total'],
  count: number
): NonNullable<Confirmation['facts']> => [
  { label: 'Pagos', value: count },
  { label: 'Total', value: <Money value={amount} /> },
  { label: 'Se carga en', value: run.account },
  { label: 'Ejecución', value: <Day value={run.executionDate} /> },
]
