import type { AccountRow } from './account_cells'
import styles from './edit.module.css'

/** The name of an account behind the dot of its colour; the colour says nothing that is not in the name. */
export function ColoredName({ row }: { row: Pick<AccountRow, 'name' | 'color'> }) {
  return row.color ? (
    <span className={styles.name}>
      <span
        className={styles.dot}
        style={{ background: `var(--mantine-color-${row.color}-6)` }}
        aria-hidden="true"
      />
      {row.name}
    </span>
  ) : (
    row.name
  )
}
