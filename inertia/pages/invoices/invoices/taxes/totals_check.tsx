import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { decimalText, parseAmount } from '#app/kernel/money/money'
import { Money } from '~/kit/money'
import styles from '../review/fields.module.css'
import { sumOf, type TotalsDraft } from './totals_draft'

type Props = { draft: TotalsDraft; currency: string; onUse: (total: string) => void }

/** Whether the totals being typed add up, and by how much they do not. */
export function TotalsCheck({ draft, currency, onUse }: Props) {
  const sum = sumOf(draft, currency)
  const total = parseAmount(draft.total, currency)
  if (sum === null || total === null) return null
  if (sum.minor === total) {
    return (
      <p role="status" className={styles.check} data-tone="green">
        <IconCheck size={16} aria-hidden="true" /> Los importes cuadran.
      </p>
    )
  }
  return (
    <p role="status" className={styles.check} data-tone="amber">
      <IconAlertTriangle size={16} aria-hidden="true" />
      <span>
        Base + IVA − retención + suplidos = <Money value={sum.toJSON()} />
      </span>
      <Button size="compact-xs" variant="default" onClick={() => onUse(decimalText(sum.minor, currency))}>
        Usar como total
      </Button>
    </p>
  )
}
