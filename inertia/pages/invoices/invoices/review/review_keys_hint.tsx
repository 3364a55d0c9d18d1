import { Kbd } from '@mantine/core'
import styles from '../decisions/step.module.css'

/** The keys of the page, in view where there is a keyboard. */
export function ReviewKeysHint() {
  return (
    <p className={`${styles.keys} no-print`}>
      <Kbd size="xs">J</Kbd> siguiente · <Kbd size="xs">K</Kbd> anterior · <Kbd size="xs">A</Kbd> siguiente
      paso · <Kbd size="xs">E</Kbd> corregir el número · <Kbd size="xs">?</Kbd> todos los atajos
    </p>
  )
}
