import { Checkbox, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { decimalText, parseAmount } from '#app/kernel/money/amount_text'
import { Day } from '~/kit/day'
import { AmountField } from '~/kit/fields/amount_field'
import { useAnswer } from '~/kit/form/use_answer'
import { LoadFailure } from '~/kit/load_failure'
import { Money, type MoneyValue, moneyText } from '~/kit/money'
import { urlFor } from '~/urls'
import styles from '../rebilling.module.css'

type OpenCost = {
  key: string
  type: string
  id: number
  kind: string
  document: string
  concept: string
  account: string
  on: string
  rest: MoneyValue
}
/** A cost that is charged on, with how much of it as it is typed. */
export type ChosenCost = {
  key: string
  type: string
  id: number
  amount: string
  rest: MoneyValue
  text: string
}

type Props = {
  siteId: string
  chosen: ChosenCost[]
  errors: Record<string, string>
  onChange: (chosen: ChosenCost[]) => void
}

const TYPING_PAUSE_MS = 300

/** Booked costs of the company of which something is left, to choose from, and how much of each is taken. */
export function CostsField({ siteId, chosen, errors, onChange }: Props) {
  const [typed, setTyped] = useState('')
  const [words] = useDebouncedValue(typed, TYPING_PAUSE_MS)
  const { answer, hasFailed, isAsking, askAgain } = useAnswer<{ data: OpenCost[] }>({
    url: urlFor('rebilling.costs', null, { site_id: siteId, q: words }),
  })
  const found = answer?.data ?? []
  const sum = chosen.reduce((total, { amount }) => total + (parseAmount(amount) ?? 0), 0)
  const toggle = (cost: OpenCost) =>
    onChange(
      chosen.some(({ key }) => key === cost.key)
        ? chosen.filter(({ key }) => key !== cost.key)
        : [
            ...chosen,
            { ...cost, amount: decimalText(cost.rest.minor), text: `${cost.document}: ${cost.concept}` },
          ]
    )
  return (
    <div className={styles.stack}>
      <TextInput
        label="Buscar gastos"
        placeholder="Documento, proveedor, concepto o cuenta"
        leftSection={<IconSearch size={15} />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {hasFailed ? <LoadFailure text="No se han podido leer los gastos." askAgain={askAgain} /> : null}
      {found.length === 0 && !isAsking && !hasFailed ? (
        <p className={styles.quiet}>No hay gastos pendientes de refacturar en los últimos doce meses.</p>
      ) : null}
      {found.length > 0 ? (
        <div className={styles.costs}>
          {found.map((cost) => (
            <CostLine
              key={cost.key}
              cost={cost}
              isChosen={chosen.some(({ key }) => key === cost.key)}
              onToggle={() => toggle(cost)}
            />
          ))}
        </div>
      ) : null}
      {chosen.map((cost, place) => (
        <AmountField
          key={cost.key}
          name={`costs.${place}.amount`}
          label={cost.text}
          help={`Pendiente de refacturar: ${moneyText(cost.rest)}`}
          isNegativeAllowed
          value={cost.amount}
          error={errors[`costs.${place}.amount`]}
          onChange={(amount) =>
            onChange(chosen.map((other) => (other.key === cost.key ? { ...other, amount } : other)))
          }
        />
      ))}
      {chosen.length > 0 ? (
        <div className={styles.sum}>
          <span>{chosen.length === 1 ? 'Un gasto' : `${chosen.length} gastos`}</span>
          <Money value={{ minor: sum, currency: 'EUR' }} />
        </div>
      ) : null}
    </div>
  )
}

function CostLine({ cost, isChosen, onToggle }: { cost: OpenCost; isChosen: boolean; onToggle: () => void }) {
  return (
    <label className={styles.cost} htmlFor={`cost-${cost.key}`}>
      <Checkbox id={`cost-${cost.key}`} checked={isChosen} onChange={onToggle} />
      <span className={styles.costName}>
        {cost.document}
        <br />
        <span className={styles.quiet}>
          <Day value={cost.on} /> · {cost.account} · {cost.concept}
        </span>
      </span>
      <span className={styles.figure}>
        <Money value={cost.rest} />
      </span>
    </label>
  )
}
