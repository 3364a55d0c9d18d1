import type { ReactNode } from 'react'
import { ErrorSummary } from '~/kit/form/error_summary'
import { FormFoot } from '~/kit/form/form_foot'
import { submitOnKeys } from '~/kit/form/submit_keys'
import type { FormState } from '~/kit/form/use_form_submission'
import styles from './employees.module.css'

type Props = { form: FormState; isLocked?: boolean; submitLabel?: string; children: ReactNode }

/** The form of a tab; one that is locked is only read. */
export function TabForm({ form, isLocked = false, submitLabel = 'Guardar cambios', children }: Props) {
  return (
    <form
      noValidate
      className={styles.form}
      onKeyDown={submitOnKeys}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isLocked) form.submit()
      }}
    >
      <ErrorSummary errors={form.errors} />
      <div className={styles.fields}>{children}</div>
      {isLocked ? null : <FormFoot form={form} submitLabel={submitLabel} />}
    </form>
  )
}
