import { Button } from '@mantine/core'
import { Day } from '~/kit/day'
import { ScoreChips } from '~/kit/detail/score_chips'
import { AmountField } from '~/kit/fields/amount_field'
import { Money } from '~/kit/money'
import type { Proposal, ScorePart } from './line_types'
import styles from './reconcile.module.css'
import type { Choice } from './use_choice'

type Props = { proposal: Proposal; choice: Choice; canWrite: boolean }

const kinds = {
  in_transit: 'Pago en curso',
  posted: 'Ya contabilizado',
  open_item: 'Partida abierta',
  own_transfer: 'Traspaso propio',
  returned_payment: 'Devolución',
}

/** One way to explain the movement, with the reasons of its score. */
export function ProposalCard({ proposal, choice, canWrite }: Props) {
  const isChosen = proposal.items.every((item) => choice.has(item.key))
  return (
    <li className={styles.proposal} data-chosen={isChosen || undefined}>
      <div className={styles.proposalHead}>
        <strong className={`${styles.score} num`} title="Puntuación de 0 a 100">
          {proposal.score}
        </strong>
        <span className={styles.proposalTitle}>{titleOf(proposal)}</span>
        <Money value={proposal.amount} look="signed" />
        {canWrite ? (
          <Button size="xs" variant="default" aria-pressed={isChosen} onClick={() => choice.toggle(proposal)}>
            {isChosen ? 'Quitar' : 'Elegir'}
          </Button>
        ) : null}
      </div>
      <ScoreChips scores={chipsOf(proposal.parts)} />
      {proposal.items.some((item) => item.kind === 'returned_payment') ? (
        <p className={styles.returnNote}>
          Al conciliarla, el pago queda devuelto y lo que pagaba vuelve a estar pendiente.
        </p>
      ) : null}
      <ul className={styles.items}>
        {proposal.items.map((item) => {
          const chosen = choice.chosen.find((one) => one.item.key === item.key)
          const isEditable =
            chosen !== undefined && canWrite && (item.kind === 'open_item' || item.kind === 'posted')
          return (
            <li key={item.key}>
              <span className={styles.itemText}>
                {item.label}
                <small>
                  {kinds[item.kind]}
                  {item.party ? ` · ${item.party}` : ''} · <Day value={item.dueOn} />
                </small>
              </span>
              {isEditable ? (
                <AmountField
                  name={`amount-${item.key}`}
                  label="Importe que se concilia"
                  currency={item.amount.currency}
                  value={chosen.text}
                  onChange={(text) => choice.change(item.key, text)}
                />
              ) : (
                <Money value={item.amount} />
              )}
              {item.foreign ? (
                <small className={styles.worth}>
                  ≈ <Money value={item.foreign.worth} /> al cambio del día
                </small>
              ) : null}
            </li>
          )
        })}
      </ul>
    </li>
  )
}

function titleOf({ kind, items }: Proposal): string {
  if (kind === 'single') return items[0]?.party ?? items[0]?.label ?? ''
  return kind === 'batch'
    ? `Remesa de ${items.length} pagos`
    : `${items.length} partidas de ${items[0]?.party ?? 'una contraparte'}`
}

/** The parts of a score as chips: what they add or take away. */
export function chipsOf(parts: ScorePart[]) {
  return parts.map(({ label, points }) => ({
    label: `${label} ${points < 0 ? '−' : '+'}${Math.abs(points)}`,
    tone: points < 0 ? ('red' as const) : ('green' as const),
  }))
}
