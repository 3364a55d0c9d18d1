import type { FieldBinding } from '~/kit/form/form_fields'
import styles from './bare.module.css'

/** Out of sight and out of the reading order: only programs fill it in. */
export function TrapField({ value, onChange }: FieldBinding<string>) {
  return (
    <label className={styles.trap} aria-hidden="true">
      Página web
      <input
        tabIndex={-1}
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  )
}
