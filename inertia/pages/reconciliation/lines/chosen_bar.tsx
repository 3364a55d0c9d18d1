import { Button, Checkbox, Group } from '@mantine/core'
import { Money, type MoneyValue, moneyText } from '~/kit/money'
import type { SelectedLine } from './line_types'
import styles from './reconcile.module.css'
import type { Choice } from './use_choice'

type Props = {
  line: SelectedLine
  choice: Choice
  tolerance: MoneyValue
  writeOff: boolean
  onWriteOff: (writeOff: boolean) => void
  isSending: boolean
  onAccept: () => void
}

/** What is chosen against what the movement is, and the one button that matters. */
export function ChosenBar({ line, choice, tolerance, writeOff, onWriteOff, isSending, onAccept }: Props) {
  const { currency } = line.rest
  const { gapMinor, sumMinor, exchange } = choice
  const isSmall = choice.isWithin(tolerance)
  const isWhole = choice.feeMinor !== null || (isSmall && writeOff)
  const matchedMinor = isWhole ? line.rest.minor : sumMinor
  return (
    <div className={styles.bar} aria-live="polite">
      <dl className={styles.sums}>
        <div>
          <dt>Elegido</dt>
          <dd>
            <Money value={{ minor: sumMinor, currency }} />
          </dd>
        </div>
        <div>
          <dt>Movimiento</dt>
          <dd>
            <Money value={line.rest} />
          </dd>
        </div>
        <div>
          <dt>Diferencia</dt>
          <dd>
            <Money value={{ minor: gapMinor, currency }} isAlarming={choice.chosen.length > 0} />
          </dd>
        </div>
      </dl>
      {exchange ? (
        <p className={styles.exchange}>
          Las partidas en otra divisa se pagan con{' '}
          <Money value={{ minor: exchange.paidMinor, currency }} look="signed" />; al cambio del día valen{' '}
          <Money value={{ minor: exchange.worthMinor, currency }} look="signed" />.
          {exchange.bookCurrency === currency ? (
            <>
              {' '}
              Diferencia de cambio:{' '}
              <Money value={{ minor: exchange.paidMinor - exchange.bookMinor, currency }} look="signed" />.
            </>
          ) : null}
        </p>
      ) : null}
      {choice.feeMinor !== null ? (
        <p className={styles.exchange}>
          La diferencia es la comisión del servicio de cobro:{' '}
          <Money value={{ minor: choice.feeMinor, currency }} /> van a gastos bancarios.
        </p>
      ) : null}
      {isSmall && choice.feeMinor === null ? (
        <Checkbox
          label={`Llevar la diferencia de ${moneyText({ minor: Math.abs(gapMinor), currency })} a resultados`}
          checked={writeOff}
          onChange={(event) => onWriteOff(event.currentTarget.checked)}
        />
      ) : null}
      <Group>
        <Button disabled={!choice.isUsable} loading={isSending} onClick={onAccept}>
          {choice.chosen.length > 0
            ? `Conciliar ${moneyText({ minor: matchedMinor, currency })}`
            : 'Conciliar'}
        </Button>
      </Group>
    </div>
  )
}
