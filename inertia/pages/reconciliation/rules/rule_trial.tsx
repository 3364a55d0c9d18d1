import { Button } from '@mantine/core'
import { countText, Day } from '~/kit/day'
import { Money } from '~/kit/money'
import { StatusBadge, type Tone } from '~/kit/status_badge'
import { PlainTable } from '~/kit/table/plain_table'
import type { Trial } from './rule_types'
import styles from './rules.module.css'
import type { useRuleTrial } from './use_rule_trial'

const verdicts = { same: 'A esta cuenta', other: 'De otro modo', open: 'Pendiente' }

/** What the rule would have caught in the last twelve months, and what was really done. */
export function RuleTrial({ trying }: { trying: ReturnType<typeof useRuleTrial> }) {
  const { trial, problem, isTrying, isOld, run } = trying
  return (
    <section className={styles.trial} aria-label="Prueba con el pasado">
      <div className={styles.trialHead}>
        <Button variant="default" loading={isTrying} onClick={run}>
          Probar con los últimos 12 meses
        </Button>
        {isOld ? <span className={styles.quiet}>Las condiciones han cambiado: pruebe otra vez.</span> : null}
      </div>
      <div aria-live="polite">
        {problem ? <p className={styles.problem}>{problem}</p> : null}
        {trial ? <Outcome trial={trial} /> : null}
      </div>
    </section>
  )
}

function Outcome({ trial }: { trial: Trial }) {
  return (
    <>
      <p>
        Habría reconocido <strong className="num">{countText(trial.caught)}</strong> de{' '}
        {countText(trial.looked)} movimientos{trial.isWhole ? '' : ' (los más recientes)'}:{' '}
        {countText(trial.same)} se contabilizaron a esta cuenta, {countText(trial.other)} de otro modo y{' '}
        {countText(trial.open)} siguen pendientes.
      </p>
      {trial.conflicts.map((rule) => (
        <p key={rule.id} className={styles.problem}>
          La regla «{rule.name}» reconoce {countText(rule.count)} de ellos y propone la cuenta{' '}
          {rule.accountCode}: gana la que esté antes.
        </p>
      ))}
      {trial.lines.length > 0 ? (
        <PlainTable
          label="Movimientos que habría reconocido"
          rows={trial.lines}
          keyOf={(line) => line.id}
          columns={[
            { key: 'day', header: 'Fecha', cell: (line) => <Day value={line.bookedOn} /> },
            { key: 'text', header: 'Concepto', cell: (line) => line.text },
            {
              key: 'amount',
              header: 'Importe',
              numeric: true,
              cell: (line) => <Money value={line.amount} look="signed" />,
            },
            {
              key: 'status',
              header: 'Qué se hizo',
              cell: (line) => (
                <>
                  <StatusBadge
                    tone={(line.verdict === 'other' ? 'amber' : line.status.tone) as Tone}
                    label={line.verdict === 'open' ? line.status.label : verdicts[line.verdict]}
                  />
                  {line.with ? <small className={styles.with}>{line.with}</small> : null}
                </>
              ),
            },
          ]}
        />
      ) : null}
    </>
  )
}
