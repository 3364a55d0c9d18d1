import type { Cells } from '~/kit/list/declared_columns'
import { StatusBadge } from '~/kit/status_badge'
import { ActiveCheckbox } from './active_checkbox'
import type { ProviderRow } from './provider_row'
import styles from './providers.module.css'

export const providerCells = (onToggle: (row: ProviderRow) => void): Cells<ProviderRow> => ({
  bank: (row) => <DefaultBank bank={row.bank} />,
  active: (row) => (
    <ActiveCheckbox
      name={row.name}
      isActive={row.active}
      // The same roles may block and deactivate.
      isDisabled={!row.actions.includes('block')}
      onToggle={() => onToggle(row)}
    />
  ),
})

function DefaultBank({ bank }: Pick<ProviderRow, 'bank'>) {
  if (!bank) return <span className={styles.quiet}>Sin cuenta</span>
  return (
    <span className={styles.bank}>
      <span className="num">{bank.iban}</span>
      <StatusBadge tone={bank.tone} label={bank.label} />
    </span>
  )
}
