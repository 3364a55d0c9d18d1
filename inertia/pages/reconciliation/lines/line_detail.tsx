import { Day, Instant } from '~/kit/day'
import { Facts, Section } from '~/kit/detail/detail_page'
import { ScoreChips } from '~/kit/detail/score_chips'
import { EmptyState } from '~/kit/list/empty_state'
import { Money } from '~/kit/money'
import { StatusBadge, type Tone } from '~/kit/status_badge'
import type { LineMatch, SelectedLine } from './line_types'
import { chipsOf } from './proposal_card'
import styles from './reconcile.module.css'

/** What the bank says of the movement in view. */
export function LineFacts({ line }: { line: SelectedLine }) {
  const facts = [
    { label: 'Fecha', value: <Day value={line.bookedOn} /> },
    { label: 'Valor', value: <Day value={line.valueOn} /> },
    { label: 'Contraparte', value: line.counterparty ?? '–' },
    { label: 'IBAN', value: <span className="num">{line.counterpartyIban ?? '–'}</span> },
    { label: 'Referencia', value: line.reference ?? '–' },
    { label: 'Estado', value: <StatusBadge tone={line.status.tone as Tone} label={line.status.label} /> },
  ]
  return (
    <>
      <div className={styles.head}>
        <h2>{line.text || 'Sin concepto'}</h2>
        <span className={styles.amount}>
          <Money value={line.amount} look="signed" />
        </span>
      </div>
      <Facts facts={facts} />
      {line.returnReason ? <p>Motivo de la devolución: {line.returnReason}</p> : null}
      {line.charges ? (
        <p>
          Incluye gastos del banco: <Money value={line.charges} />
        </p>
      ) : null}
      {line.ignoreReason ? <p>Motivo: {line.ignoreReason}</p> : null}
      {line.isOpen && line.rest.minor !== line.amount.minor ? (
        <p>
          Pendiente de conciliar: <Money value={line.rest} look="signed" />
        </p>
      ) : null}
    </>
  )
}

/** What the movement was matched with, by whom and why. */
export function LineMatches({ matches }: { matches: LineMatch[] }) {
  if (matches.length === 0) return null
  return (
    <Section title="Conciliado con">
      <ul className={styles.items}>
        {matches.map((match) => (
          <li key={match.id}>
            <span className={styles.itemText}>
              {match.label}
              <small>
                {match.who ?? 'Sistema'} · <Instant value={match.at} />
              </small>
              {match.parts.length > 0 ? <ScoreChips scores={chipsOf(match.parts)} /> : null}
            </span>
            <Money value={match.amount} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

export function NothingSelected() {
  return <EmptyState text="Elija un movimiento para ver con qué se puede conciliar." />
}
