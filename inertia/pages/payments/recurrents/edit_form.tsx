import { Button } from '@mantine/core'
import styles from '../orders/orders.module.css'
import { RecurrentFields } from './recurrent_fields'
import type { RecurrentPage } from './recurrent_rows'
import { useRecurrentForm } from './use_recurrent_form'

/** Changes an agreement for what is still to come. */
export function EditForm({ page: { recurrent, choices } }: { page: RecurrentPage }) {
  const form = useRecurrentForm(recurrent)
  if (recurrent.actions.length === 0) return <p>Ha finalizado: sus datos ya no cambian.</p>
  return (
    <form
      className={styles.stack}
      onSubmit={(event) => {
        event.preventDefault()
        form.submit()
      }}
    >
      <RecurrentFields form={form} choices={choices} />
      {form.errors.form ? <div role="alert">{form.errors.form}</div> : null}
      <div>
        <Button type="submit" loading={form.processing} disabled={!form.isDirty}>
          Guardar cambios
        </Button>
      </div>
    </form>
  )
}
