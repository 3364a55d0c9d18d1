import { Button } from '@mantine/core'
import { useState } from 'react'
import { countText } from '~/kit/day'
import { StatusBadge } from '~/kit/status_badge'
import { PlainTable } from '~/kit/table/plain_table'
import { callServer } from '~/plain_call'
import { urlFor } from '~/urls'
import styles from '../audit/audit.module.css'
import { severityOf } from '../invoices/alarms/severity'
import type { RuleTrial } from './rule_types'

type State = { trial: RuleTrial | null; problem: string | null; isTrying: boolean; of: string }

/** What the settings in the form would find among the last thousand invoices; nothing is saved. */
export function RuleTrialPanel({ code, wanted }: { code: string; wanted: unknown }) {
  const [state, setState] = useState<State>({ trial: null, problem: null, isTrying: false, of: '' })
  const now = JSON.stringify(wanted)

  async function run() {
    setState({ ...state, isTrying: true })
    try {
      const answer = await callServer('POST', urlFor('analyze.invoice.rules.test', { code }), wanted)
      const { data, problem } = (await answer.json()) as { data: RuleTrial | null; problem: string | null }
      setState({ trial: data, problem, isTrying: false, of: now })
    } catch {
      setState({
        trial: null,
        problem: 'No se ha podido probar: revise los valores.',
        isTrying: false,
        of: now,
      })
    }
  }

  const { trial, problem, isTrying, of } = state
  return (
    <section className={styles.trial} aria-label="Prueba de la regla">
      <div className={styles.head}>
        <Button variant="default" loading={isTrying} onClick={run}>
          Probar regla
        </Button>
        {of !== '' && of !== now ? (
          <span className={styles.quiet}>Los valores han cambiado: pruebe otra vez.</span>
        ) : null}
      </div>
      <div aria-live="polite">
        {problem ? <p className={styles.problem}>{problem}</p> : null}
        {trial ? <Outcome trial={trial} /> : null}
      </div>
    </section>
  )
}

function Outcome({ trial }: { trial: RuleTrial }) {
  return (
    <>
      <p>
        {trial.invoices > 0
          ? `En las últimas ${countText(trial.invoices)} facturas encontraría `
          : 'Encontraría '}
        <strong className="num">{countText(trial.found)}</strong>; como está ahora, {countText(trial.before)}{' '}
        ({countText(trial.gained)} nuevas, {countText(trial.lost)} menos).
      </p>
      {trial.sample.length > 0 ? (
        <PlainTable
          label="Muestra"
          rows={trial.sample}
          keyOf={(one) => `${one.invoiceId}:${one.message}`}
          columns={[
            {
              key: 'severity',
              header: 'Severidad',
              cell: (one) => <StatusBadge {...severityOf(one.severity)} />,
            },
            { key: 'name', header: 'Factura', cell: (one) => one.name },
            { key: 'message', header: 'Explicación', cell: (one) => one.message },
          ]}
        />
      ) : null}
    </>
  )
}
