import type { ReactNode } from 'react'
import { FormFoot } from '~/kit/form/form_foot'
import { FormFrame } from '~/kit/form/form_frame'
import type { FormState } from '~/kit/form/use_form_submission'
import styles from './employees.module.css'

type Props = { form: FormState; isLocked?: boolean; submitLabel?: string; children: ReactNode }

/** The form of a tab; one that is locked is only read. */
export function TabForm({ form, isLocked = false, submitLabel = 'Guardar cambios', children }: Props) {
  return (
    <FormFrame form={form} className={styles.form} canSend={!isLocked}>
      <div className={styles.fields}>{children}</div>
      {isLocked ? null : <FormFoot form={form} submitLabel={submitLabel} />}
    </FormFrame>
  )
}
