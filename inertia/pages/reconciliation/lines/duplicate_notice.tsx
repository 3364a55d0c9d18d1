import { Alert, Button } from '@mantine/core'
import styles from './reconcile.module.css'

/** The movement in view may be there twice, by file and by connection: before it is reconciled somebody says. */
export function DuplicateNotice({ onReview }: { onReview: (() => void) | null }) {
  return (
    <Alert color="yellow" role="status" py="xs">
      <div className={styles.duplicate}>
        <span>Puede ser un movimiento que ya estaba en el extracto.</span>
        {onReview ? (
          <Button size="compact-sm" variant="default" onClick={onReview}>
            Comparar los dos
          </Button>
        ) : null}
      </div>
    </Alert>
  )
}
